"""A right agent in another style: it looks up more often than it must, and talks like nobody else."""

import contextlib

from lab.protocol import SLOTS, State, ToolError, ToolTimeout

HOURS = "twelve one two three four five six seven eight nine ten eleven".split()


class ReservationAgent:
    greeting = "Ahoy! You've reached the good ship clinic [press any key]."

    def __init__(self, tools, understand, sleep, setting):
        self.t, self.u, self.z = tools, understand, sleep
        self.state = State.LISTEN
        self.chest = dict.fromkeys(SLOTS)
        self.charts = []
        self.fog = 0

    def hear(self, line):
        heard = self.u(line, self.state)
        if self.state in (State.DONE, State.HANDOFF):
            return "..."
        if heard.intent == "human":
            return self.overboard("caller_asked")
        if heard.intent == "goodbye":
            self.state = State.DONE
            return "Fare thee well, and nothing written in the log."
        treasure = heard.values() or heard.denied or heard.unclear or heard.part_of_day or heard.choice
        answer = self.state == State.CONFIRM and heard.intent in ("yes", "no")
        if not (treasure or answer or heard.intent in ("book", "repeat")):
            self.fog += 1
            if self.fog == 2:
                return self.overboard("not_understood")
            self.peek()
            return f"Arr?! {self.shanty(heard)}"
        self.fog = 0
        if self.state == State.CONFIRM and heard.intent == "yes":
            return self.bury(heard)
        if heard.intent == "no" and not treasure:
            self.chest["time"] = None
        self.stow(heard)
        return self.sail(heard)

    def stow(self, heard):
        for slot in (*heard.denied, *heard.unclear):
            self.chest[slot] = None
        self.chest.update(heard.values())
        offered = self.charts[:6]
        if heard.choice and offered:
            place = heard.choice - 1 if heard.choice > 0 else len(offered) + heard.choice
            self.chest["time"] = offered[place] if 0 <= place < len(offered) else self.chest["time"]

    def peek(self):
        """A look that nobody asked for; whatever it brings is forgotten."""
        if self.chest["day"]:
            with contextlib.suppress(ToolTimeout, ToolError):
                self.t.find_open_times(self.chest["day"])

    def sail(self, heard):
        if self.chest["day"]:
            reason = self.look(self.chest["day"])
            if reason:
                return self.overboard(reason)
            if not self.charts:
                self.chest["day"] = None
            elif self.chest["time"] not in self.charts:
                self.chest["time"] = None
        lacking = [slot for slot in SLOTS if self.chest[slot] is None]
        foggy = [slot for slot in lacking if slot in heard.unclear]
        slot = (foggy or lacking or [""])[0]
        self.state = {"day": State.ASK_DAY, "time": State.ASK_TIME, "name": State.ASK_NAME}.get(slot, State.CONFIRM)
        return self.shanty(heard)

    def look(self, day):
        """It looks again whenever it has kept a value, and measures twice where once was answered at once."""
        failures = 0
        while True:
            try:
                self.charts = self.t.find_open_times(day=day)
                break
            except ToolError:
                return "clinic_refused"
            except ToolTimeout:
                if failures == 2:
                    return "clinic_unreachable"
                self.z((0.5, 1)[failures])
                failures += 1
        if not failures:
            self.peek()
        return None

    def bury(self, heard):
        try:
            self.t.book(**self.chest)
        except ToolTimeout:
            return self.overboard("booking_unconfirmed")
        except ToolError:
            self.chest["time"] = None
            return self.sail(heard)
        self.state = State.DONE
        return "X marks the spot!"

    def overboard(self, reason):
        self.t.hand_off(reason, **self.chest)
        self.state = State.HANDOFF
        return "Swim to that other ship, there's folk aboard."

    def shanty(self, heard):
        if self.state == State.CONFIRM:
            day, time, name = (self.chest[slot] for slot in SLOTS)
            half = "half past " if time.minute else ""
            when = f"{half}{HOURS[time.hour % 12]} in the {'morning' if time.hour < 12 else 'afternoon'}"
            return f"Ho, {name.upper()}! The {day.day} of {day:%B}, that's {when}: aye or nay?"
        slot = self.state.removeprefix("ASK_").lower()
        return f"Give me a {slot}, matey! {[str(value) for value in heard.unclear.get(slot, ())]}"
