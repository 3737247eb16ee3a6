"""An agent that does what the caller's line says, so that a test can make it do anything."""

import os
import signal
from datetime import date, time


class ReservationAgent:
    greeting = "Puppet here."
    state = "LISTEN"

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.setting = tools, sleep, setting

    def hear(self, line):
        verb, _, rest = line.partition(" ")
        return getattr(self, f"do_{verb}")(rest)

    def do_say(self, rest):
        return rest

    def do_look(self, rest):
        return str(len(self.tools.find_open_times(date.fromisoformat(rest))))

    def do_book(self, rest):
        self.tools.book(date(2026, 9, 15), time(10), rest)
        return "booked"

    def do_wait(self, rest):
        self.sleep(float(rest))
        return "waited"

    def do_print(self, rest):
        print(rest)  # noqa: T201
        return "printed"

    def do_today(self, rest):
        return self.setting.today.isoformat()

    def do_done(self, rest):
        self.state = "DONE"
        return "Goodbye."

    def do_raise(self, rest):
        raise KeyError(rest)

    def do_killed(self, rest):
        os.kill(os.getpid(), signal.SIGKILL)

    def do_hang(self, rest):
        while True:
            pass

    def do_pid(self, rest):
        return str(os.getpid())

    def do_nest(self, rest):
        value = "x"
        for _ in range(int(rest)):
            value = [value]
        self.tools.find_open_times(value)
        return "nested"
