"""How patients, visits and openings are called on the wire: `A-50211`, `E-70031`, and an opaque text."""

import base64
import zlib
from typing import NamedTuple

from fake_api.practice.kinds import Kind, code
from fake_api.practice.rules import STATUSES

_FIRST_ENCOUNTER = 70_000
_FAR_AHEAD = 2**27


def account_number(patient: int) -> str:
    return f"A-{patient}"


def encounter_id(visit: int) -> str:
    return f"E-{_FIRST_ENCOUNTER + visit}"


class Opening(NamedTuple):
    """What stands behind an opening's id: where, who, when, and the patient status that it was looked for with."""

    office: int
    provider: int
    starts: int
    status: str | None = None

    @property
    def id(self) -> str:
        fields = f"{self.office}.{self.provider}.{self.starts}.{self.status or ''}"
        return base64.urlsafe_b64encode(f"{zlib.crc32(fields.encode()):08x}.{fields}".encode()).decode().rstrip("=")


def _opening(raw: object) -> Opening:
    """Raises ValueError for a text that is no opening's id letter for letter."""
    if not isinstance(raw, str) or len(raw) > 200:
        raise ValueError
    fields = base64.urlsafe_b64decode(raw.encode("ascii") + b"===").decode("ascii").split(".")
    _, office, provider, starts, status = fields
    opening = Opening(int(office), int(provider), int(starts), status or None)
    if opening.id != raw or not 0 <= opening.starts < _FAR_AHEAD or opening.status not in (None, *STATUSES):
        raise ValueError
    return opening


ENCOUNTER = code(r"E-[1-9][0-9]{4,14}", "E-70031", lambda written: int(written[2:]) - _FIRST_ENCOUNTER)
OPENING = Kind(_opening, "an opening's id, as availability answered it", {"type": "string"})
