"""A practice with few openings and twenty patients, so that callers meet."""

import datetime as dt

from fake_api.practice.world import AppointmentType, Column, Office, Patient, Provider, TypeRule, World

CALLERS = 20
BORN = dt.date(1980, 1, 1)


def crowded(*columns: Column) -> World:
    """One office, open for an hour or two on Tuesdays and Wednesdays; two doctors called Reyes behind the columns."""
    return World(
        name="Crowded",
        office=(Office(1, "Only", "America/New_York", {"tue": ("08:00-09:30",), "wed": ("08:00-09:00",)}),),
        provider=(Provider(1, "Ana", "Reyes"), Provider(2, "Bruno", "Reyes")),
        column=columns,
        type=(AppointmentType("1001", "Visit", 30), AppointmentType("1002", "Long visit", 45)),
        rule=(
            TypeRule("visit", "1001", "general", status="established"),
            TypeRule("visit", "1002", "general", status="new"),
        ),
        patient=tuple(
            Patient(n, f"Caller {n}", BORN, f"21255501{n:02}", "established" if n % 3 else "new")
            for n in range(CALLERS)
        ),
    )
