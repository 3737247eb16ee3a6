// A right agent in another language: it speaks the protocol over stdin and stdout, one JSON message a line.
"use strict";
const readline = require("node:readline");

const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
let sent = 0;

async function receive() {
  const { value, done } = await lines.next();
  if (done) process.exit(0);
  return JSON.parse(value);
}

function send(message) {
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
}

async function ask(method, params) {
  send({ id: ++sent, method, params });
  const { result, error } = await receive();
  if (error) throw error; // a code: -32001 timed out, -32002 refused
  return result;
}

const tool = (name, values) => ask("tool", { name, arguments: values });
const TIMEOUT = -32001;
const SLOTS = ["day", "time", "name"];
const MONTHS = "January February March April May June July August September October November December".split(" ");

class NeedsPerson extends Error {}

class Reservation {
  constructor() {
    this.state = "LISTEN";
    this.slots = { day: null, time: null, name: null };
    this.openings = null;
    this.unused = 0;
  }

  async hear(line) {
    if (this.state === "DONE" || this.state === "HANDOFF") return "Goodbye.";
    try {
      return await this.move(await ask("understand", { line, state: this.state }));
    } catch (error) {
      if (!(error instanceof NeedsPerson)) throw error;
      await tool("hand_off", { reason: error.message, ...this.slots });
      this.state = "HANDOFF";
      return "I will get somebody.";
    }
  }

  async move(heard) {
    const said = SLOTS.filter((slot) => heard[slot] !== null);
    const dropped = [...heard.denied, ...Object.keys(heard.unclear)];
    const news = said.length || dropped.length || heard.part_of_day || heard.choice;
    const confirming = this.state === "CONFIRM";
    if (heard.intent === "human") throw new NeedsPerson("caller_asked");
    if (heard.intent === "goodbye") {
      this.state = "DONE";
      return "Goodbye, nothing is booked.";
    }
    const useful = ["book", "repeat", ...(confirming ? ["yes", "no"] : [])];
    if (!news && !useful.includes(heard.intent)) {
      if (++this.unused === 2) throw new NeedsPerson("not_understood");
      return "Sorry? " + this.question(heard);
    }
    this.unused = 0;
    if (confirming && heard.intent === "yes") return this.book();
    if (confirming && heard.intent === "no" && !news) this.slots.time = null;
    const before = this.slots.day;
    for (const slot of dropped) this.slots[slot] = null;
    for (const slot of said) this.slots[slot] = heard[slot];
    if (heard.choice && this.openings) {
      const offered = this.openings.slice(0, 6);
      this.slots.time = offered.at(heard.choice > 0 ? heard.choice - 1 : heard.choice) ?? this.slots.time;
    }
    if (before !== this.slots.day) this.openings = null;
    return this.settle(heard);
  }

  async settle(heard) {
    if (this.slots.day && !this.openings) this.openings = await this.lookUp();
    if (this.openings && !this.openings.length) this.slots.day = this.openings = null;
    if (this.openings && !this.openings.includes(this.slots.time)) this.slots.time = null;
    const missing = SLOTS.filter((slot) => this.slots[slot] === null);
    const slot = missing.find((each) => each in heard.unclear) ?? missing[0];
    this.state = slot ? "ASK_" + slot.toUpperCase() : "CONFIRM";
    return this.question(heard);
  }

  async lookUp() {
    for (const wait of [0.5, 1.0, null]) {
      try {
        return await tool("find_open_times", { day: this.slots.day });
      } catch (error) {
        if (error.code !== TIMEOUT) throw new NeedsPerson("clinic_refused");
        if (wait) await ask("sleep", { seconds: wait });
      }
    }
    throw new NeedsPerson("clinic_unreachable");
  }

  async book() {
    try {
      await tool("book", this.slots);
    } catch (error) {
      if (error.code === TIMEOUT) throw new NeedsPerson("booking_unconfirmed");
      this.slots.time = this.openings = null;
      return "That one is gone. " + (await this.settle({ unclear: {} }));
    }
    this.state = "DONE";
    return "Booked, goodbye.";
  }

  question(heard) {
    const { day, time, name } = this.slots;
    if (this.state === "CONFIRM") return `${name}, ${spoken(day)} at ${time}. Is that right?`;
    const slot = this.state.slice(4).toLowerCase();
    const choices = heard.unclear[slot] ?? (slot === "time" ? (this.openings ?? []).slice(0, 6) : []);
    return `What ${slot}? ${choices.map((value) => (slot === "day" ? spoken(value) : value)).join(", ")}`;
  }
}

function spoken(day) {
  const [, month, number] = day.split("-").map(Number);
  return `${MONTHS[month - 1]} ${number}`;
}

async function main() {
  let agent = null;
  for (;;) {
    const { id, method, params } = await receive();
    let result = null;
    if (method === "start") {
      agent = new Reservation();
      result = { greeting: `${params.setting.clinic}, hello.`, state: agent.state, states: null };
    } else if (method === "hear") {
      const reply = await agent.hear(params.line);
      result = { reply, state: agent.state };
    }
    send({ id, result });
  }
}

main();
