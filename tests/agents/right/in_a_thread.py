"""A right agent in another style: a script that reads from top to bottom, in a thread that waits for the caller."""

import queue
import threading

from lab.protocol import ToolError, ToolTimeout

SLOTS = ("day", "time", "name")


class Over(Exception):
    """Nothing more is to be done; its words are the last ones, its state is the last one."""

    def __init__(self, words, state="DONE"):
        super().__init__(words)
        self.words, self.state = words, state


class ReservationAgent:
    greeting = "Front desk, hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.understand, self.sleep = tools, understand, sleep
        self.state = "LISTEN"
        self.lines, self.replies = queue.SimpleQueue(), queue.SimpleQueue()
        self.known, self.unclear, self.open, self.offered = {}, {}, None, ()
        threading.Thread(target=self.script, daemon=True).start()

    def hear(self, line):
        self.lines.put(line)
        reply = self.replies.get()
        if isinstance(reply, Exception):
            raise reply
        return reply

    def script(self):
        try:
            self.talk()
        except Over as end:
            self.state = end.state
            words = end.words
            while True:
                self.replies.put(words)
                self.lines.get()
                words = "Goodbye."
        except Exception as error:
            self.replies.put(error)

    def talk(self):
        heard = self.listen()
        while True:
            if self.state == "CONFIRM" and heard.intent == "yes":
                self.book()
            else:
                self.note(heard)
            self.replies.put(self.next_question())
            heard = self.listen()

    def listen(self):
        """The next line that is of any use."""
        for sorry in ("Pardon? ", None):
            heard = self.understand(self.lines.get(), self.state)
            if heard.intent == "human":
                raise self.person("caller_asked")
            if heard.intent == "goodbye":
                raise Over("Nothing is booked then. Goodbye.")
            answers = {"book", "repeat"} | ({"yes", "no"} if self.state == "CONFIRM" else set())
            if self.news(heard) or heard.intent in answers:
                return heard
            if sorry:
                self.replies.put(f"{sorry}{self.question()}")
        raise self.person("not_understood")

    def person(self, reason):
        self.tools.hand_off(reason, **self.known)
        return Over("One moment, a colleague takes over.", "HANDOFF")

    def news(self, heard):
        return bool(heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice)

    def note(self, heard):
        day = self.known.get("day")
        for slot in {*heard.denied, *heard.unclear}:
            self.known.pop(slot, None)
        if self.state == "CONFIRM" and heard.intent == "no" and not self.news(heard):
            self.known.pop("time", None)
        number = heard.choice and (heard.choice - 1 if heard.choice > 0 else heard.choice)
        if number is not None and -len(self.offered) <= number < len(self.offered):
            slot = self.state.removeprefix("ASK_").lower()
            self.known[slot] = self.offered[number]
        self.known |= heard.values()
        self.unclear = heard.unclear
        if self.known.get("day") != day:
            self.open = None

    def book(self):
        try:
            self.tools.book(**self.known)
        except ToolTimeout:
            raise self.person("booking_unconfirmed") from None
        except ToolError:
            del self.known["time"]
            self.open = None
        else:
            raise Over("Done, see you then.")

    def next_question(self):
        if "day" in self.known:
            self.open = self.look_up() if self.open is None else self.open
            if not self.open:
                del self.known["day"]
                self.open = None
            elif self.known.get("time") not in self.open:
                self.known.pop("time", None)
        missing = sorted((slot for slot in SLOTS if slot not in self.known), key=lambda slot: slot not in self.unclear)
        self.state = f"ASK_{missing[0].upper()}" if missing else "CONFIRM"
        times = tuple(self.open or ())[:6] if missing[:1] == ["time"] else ()
        self.offered = self.unclear.get(missing[0], times) if missing else ()
        return self.question()

    def look_up(self):
        for wait in (0.5, 1.0, None):
            try:
                return self.tools.find_open_times(self.known["day"])
            except ToolTimeout:
                if wait:
                    self.sleep(wait)
            except ToolError:
                raise self.person("clinic_refused") from None
        raise self.person("clinic_unreachable")

    def question(self):
        if self.state == "CONFIRM":
            day, time, name = (self.known[slot] for slot in SLOTS)
            return f"So {name}, on {day:%A, %B} {day.day}, {time:%I:%M %p}. All right?"
        return f"{self.state.removeprefix('ASK_').lower()}? {', '.join(map(str, self.offered))}"
