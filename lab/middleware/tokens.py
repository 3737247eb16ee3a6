"""Signed tokens: what code must carry for a person, unaltered, for a quarter of an hour."""

import base64
import binascii
import datetime as dt
import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LIFETIME = dt.timedelta(minutes=15)
VERSION = 1


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an opening's token: what it says, and whether a caller can check it by ear."""

    name: str
    about: str
    by_ear: bool = False


FIELDS = (
    Field("v", "the token's own version"),
    Field("officeId", "the office, as the record system numbers it"),
    Field("routing", "the lane whose columns may take the visit"),
    Field("columnId", "the schedule column, one of several behind a doctor"),
    Field("profileId", "the doctor, as the record system numbers them"),
    Field("startDatetime", "the day and the time, with the office's offset", by_ear=True),
    Field("duration", "the minutes kept free"),
    Field("dob", "the date of birth it was offered for, if known"),
    Field("appointmentTypeIds", "the four-digit types it may become"),
    Field("sameStartBooked", "how many visits touched that time when it was offered"),
    Field("sameStartCapacity", "how many may"),
    Field("provider", "the doctor's name", by_ear=True),
    Field("iat", "when it was offered, in seconds since 1970"),
    Field("exp", "when it ends, fifteen minutes later"),
    Field("patientStatus", "new or established, as known when it was offered"),
)
"""Every field of an opening's token. What is not for the ear stays out of every schema, prompt and transcript."""


class TokenRefused(Exception):
    """A token that cannot be used. `why` is for the log; a caller hears the same words for all of them."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(f"{kind}: {why}")
        self.kind, self.why = kind, why


def expired() -> TokenRefused:
    return TokenRefused("expired", "its time is over")


def invalid(why: str) -> TokenRefused:
    return TokenRefused("invalid", why)


@dataclass(frozen=True, slots=True)
class Keys:
    """Secrets by id. `current` signs; the others still open what they signed, until they are taken away."""

    current: str
    secrets: Mapping[str, bytes] = field(repr=False, hash=False)

    def rotate(self, key_id: str, secret: bytes) -> "Keys":
        """With a new key that signs from now on."""
        return Keys(key_id, {**self.secrets, key_id: secret})

    def without(self, key_id: str) -> "Keys":
        """After a key has been taken away: what it signed is invalid."""
        return Keys(self.current, {each: secret for each, secret in self.secrets.items() if each != key_id})

    def sign(self, purpose: str, fields: Mapping[str, Any]) -> str:
        """`key id . payload . signature`, the last two base64url; a token opens for its own purpose only."""
        body = f"{self.current}.{_encode(canonical(fields))}"
        return f"{body}.{_encode(self._mac(self.current, purpose, body))}"

    def open(self, purpose: str, token: str, now: dt.datetime) -> dict[str, Any]:
        """The fields of a token that is ours, unaltered and in its time; raises TokenRefused."""
        body, _, signature = token.rpartition(".")
        key_id, _, payload = body.partition(".")
        if not token.isascii() or key_id not in self.secrets:
            raise invalid("signed with no key of ours")
        if not hmac.compare_digest(signature.encode(), _encode(self._mac(key_id, purpose, body)).encode()):
            raise invalid("altered")
        fields: dict[str, Any] = json.loads(_decode(payload))
        seconds = now.timestamp()
        if fields["v"] != VERSION:
            raise invalid(f"of version {fields['v']}")
        if fields["iat"] > seconds:
            raise invalid("from the future")
        if fields["exp"] <= seconds:
            raise expired()
        return fields

    def _mac(self, key_id: str, purpose: str, body: str) -> bytes:
        return hmac.digest(self.secrets[key_id], f"{purpose}.{body}".encode(), hashlib.sha256)


def canonical(fields: Mapping[str, Any]) -> bytes:
    """One way to write a mapping as bytes: JSON, keys sorted, no blanks, ASCII."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode()


def times(now: dt.datetime) -> dict[str, int]:
    """Version, and when a token that is made now begins and ends."""
    issued = int(now.timestamp())
    return {"v": VERSION, "iat": issued, "exp": issued + int(LIFETIME.total_seconds())}


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise invalid("no token at all") from None
