"""The hub: a scheduling service that only reads, and knows no patients."""

import datetime as dt
from typing import Any

from fake_api.practice import directory
from fake_api.practice.directory import read_rules
from fake_api.practice.inbound.drafts import Moment
from fake_api.practice.inbound.ids import Opening
from fake_api.practice.inbound.openings import Days, wanted_on
from fake_api.practice.inbound.people import found
from fake_api.practice.rules import Facts, Resolved, resolve
from fake_api.practice.store import Store

_LANES = "SELECT DISTINCT office_id, provider_id, lane FROM columns JOIN column_lanes ON column_id = id"
_ASKED = {"patient_status": "status", "date_of_birth": "age"}


def offices(at: Moment) -> Any:
    """Every office, and the reasons for which a visit can be made there."""
    return [
        {
            "office_id": office["officeId"],
            "name": office["name"],
            "zone": office["zone"],
            "hours": office["hours"],
            "closed": office["closed"],
            "reasons": _reasons(at.store, office["officeId"], None),
        }
        for office in directory.offices(at.store)
    ]


def providers(at: Moment, office_id: int | None) -> Any:
    if office_id is not None:
        found("office_id", at.store.one("SELECT 1 FROM offices WHERE id = ?", office_id))
    everybody = [_provider(row) for row in directory.providers(at.store)]
    return [each for each in everybody if office_id is None or office_id in each["office_ids"]]


def provider_info(at: Moment, provider_id: int) -> Any:
    rows = [_provider(row) for row in directory.providers(at.store) if row["profileId"] == provider_id]
    (provider,) = found("provider_id", tuple(rows))
    return {**provider, "reasons": _reasons(at.store, None, provider_id)}


def route_patient(at: Moment, reason: str, status: str | None, age: int | None) -> Any:
    """Resolved where every office that can be told of knows the type of visit; `missing` is what else would decide."""
    rules = read_rules(at.store)
    lanes = {(office, lane) for office, _, lane in at.store.all(_LANES)}
    missing: set[str] = set()
    able = []
    for (office,) in at.store.all("SELECT id FROM offices ORDER BY id"):
        outcome = resolve(rules, Facts(office, reason, status, years=age), at.now.date())
        missing |= {_ASKED[fact] for fact in outcome.missing}
        if isinstance(outcome, Resolved) and (office, outcome.lane) in lanes:
            able.append(office)
    return {"resolved": bool(able) and not missing, "missing": sorted(missing, reverse=True), "office_ids": able}


def availability(
    at: Moment,
    office_id: int,
    reason: str,
    status: str | None,
    age: int | None,
    from_date: dt.date,
    days: int,
    provider_id: int | None,
) -> Any:
    """What is free, soonest first; raises Refused where no type of visit can be told."""
    if provider_id is not None:
        found("provider_id", at.store.one("SELECT 1 FROM providers WHERE id = ?", provider_id))
    schedule = Days(at.store, office_id, from_date, days, provider_id)
    wanted = wanted_on(at.store, Facts(office_id, reason, status, years=age), from_date)
    free = list(schedule.free(wanted, at.now))
    alone = [each for each in free if not each.booked]
    return {
        "openings": [
            {
                "opening_id": Opening(office_id, column.doctor, minute, status).id,
                "provider_id": column.doctor,
                "office_id": office_id,
                "starts": start.isoformat(),
                "minutes": wanted.minutes,
                "shared": bool(booked),
            }
            for minute, start, column, booked in alone or free
        ]
    }


def _provider(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "provider_id": row["profileId"],
        "given": row["given"],
        "family": row["family"],
        "office_ids": row["officeIds"],
    }


def _reasons(store: Store, office: int | None, provider: int | None) -> list[str]:
    """For which a visit can be made there, or with them."""
    lanes = {(at, lane) for at, who, lane in store.all(_LANES) if office in (None, at) and provider in (None, who)}
    return sorted(
        {
            rule.reason
            for rule in read_rules(store)
            for at, lane in lanes
            if rule.lane == lane and rule.office_id in (None, at)
        }
    )
