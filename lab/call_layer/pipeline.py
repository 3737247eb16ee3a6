"""The steps between what a model wrote and what a tool does, in their order; any of them may stop the call."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from lab.call_layer.arguments import steps as layers
from lab.call_layer.arguments.consistency import RULES
from lab.call_layer.arguments.entities import Scope
from lab.call_layer.arguments.refusal import Question
from lab.call_layer.arguments.schema import sheet
from lab.call_layer.arguments.steps import Taken
from lab.call_layer.checks import CHECKS, check
from lab.call_layer.evidence import Line
from lab.call_layer.names import name_key
from lab.call_layer.normalise import NotArguments, normalise
from lab.call_layer.session import Asked, Session, Stopped
from lab.call_layer.shapes import ModelTool, Refusal
from lab.call_layer.triage import holds_emergency

Step = Callable[[Session, ModelTool, Taken], Taken]


def prepare(session: Session, tool: ModelTool, raw: object) -> Taken:
    """A tool call that may be carried out; raises Stopped, Asked, and what reading the practice's lists raises."""
    taken = _normalised(session, tool, raw)
    for name, step in STEPS.items():
        if session.configuration.has(name):
            taken = step(session, tool, taken)
        elif name in _WITHOUT:
            taken = _WITHOUT[name](session, tool, taken)
    return taken


def _normalised(session: Session, tool: ModelTool, raw: object) -> Taken:
    given = dict(raw) if isinstance(raw, Mapping) else {}
    own = {} if session.configuration.has("fill") else {key: given[key] for key in tool.filled if key in given}
    if not session.configuration.has("normalise"):
        if not isinstance(raw, Mapping):
            raise Stopped(_no_arguments("arguments are an object", session))
        known = tool.parameters["properties"]
        return Taken({key: value for key, value in given.items() if key in known}, own)
    try:
        normal = normalise(tool, raw, session.language, session.clock.now().date())
    except NotArguments as fault:
        refusal = _no_arguments(str(fault), session)
        raise Stopped(
            replace(refusal, argument=fault.argument, given=fault.given, suggestion=fault.suggestion)
        ) from None
    return Taken(normal.arguments, own, notes=normal.notes)


def _schema(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    fitted = _layer(session, layers.schema(tool.name, taken, _told(session, tool)))
    known = tool.parameters["properties"]
    switches = {key: value for key, value in taken.arguments.items() if known.get(key, {}).get("type") == "boolean"}
    return replace(fitted, arguments={**fitted.arguments, **switches}, notes=(*taken.notes, *fitted.notes))


def _checks(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    off = [each.name for each in CHECKS if not session.configuration.has(each.name)]
    if refusal := check(session.situation(), tool, taken.arguments, off):
        raise Stopped(refusal)
    if tool.name == "transfer" and session.configuration.has("checks.EMERGENCY_HELD"):
        _hold_emergency(session, taken)
    return taken


def _hold_emergency(session: Session, taken: Taken) -> None:
    last = session.evidence.last
    held = taken.arguments.get("emergency") is True and holds_emergency(
        quote_open=session.quote is not None,
        bare_yes=last is not None and last.is_bare_yes,
        urgent=session.evidence.urgent,
        held_before=session.held_emergency,
    )
    if held:
        session.held_emergency = True
        text = "The caller only said yes to what was read aloud; nothing urgent was said."
        following = "Call commit; if it is an emergency all the same, call transfer again."
        raise Stopped(Refusal("checks", "EMERGENCY_HELD", text, following))


def _references(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    """The ids behind what was listed; one that is not in the table is refused."""
    filled, resolved = dict(taken.filled), dict(taken.resolved)
    for argument, (table, fills, look) in session.tables().items():
        if argument not in taken.arguments:
            continue
        reference = taken.arguments[argument]
        row = table.find(reference)
        if row is None:
            text = f"{reference!r:.60} is not among what is listed now"
            following = f"Choose one exactly as listed, or call {look} again."
            raise Stopped(
                Refusal("references", "NOT_LISTED", text, following, argument=argument, given=f"{reference:.60}")
            )
        filled[fills] = row.id
        resolved[argument] = session.speech.place(row, session.directory)
    arguments = dict(taken.arguments)
    if "opening" in arguments and "reason" in arguments:
        arguments["reason"] = session.reason  # another would be another kind of visit, which nobody looked for
    return replace(taken, arguments=arguments, filled=filled, resolved=resolved)


def _as_written(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    """Without the step a reference that stands for nothing goes out as if it were the id."""
    tables = {argument: each for argument, each in session.tables().items() if argument in taken.arguments}
    written = {argument: str(taken.arguments[argument]) for argument in tables}
    rows = {argument: table.find(written[argument]) for argument, (table, _, _) in tables.items()}
    ids = {tables[argument][1]: row.id if row else written[argument] for argument, row in rows.items()}
    return replace(taken, filled={**taken.filled, **ids})


def _resolution(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    return _with_ids(taken, _layer(session, layers.resolution(tool.name, taken, _told(session, tool))))


def _unresolved(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    return _with_ids(taken, layers.unresolved(tool.name, taken, _told(session, tool)))


def _with_ids(before: Taken, after: Taken) -> Taken:
    return replace(after, filled={**after.filled, **before.filled}, resolved={**before.resolved, **after.resolved})


def _consistency(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    if tool.name not in RULES:
        return taken
    session.refresh()
    return _layer(session, layers.consistency(tool.name, taken, _told(session, tool)))


def _provenance(session: Session, tool: ModelTool, taken: Taken) -> Taken:
    everything = replace(_told(session, tool), lines=[line.text for line in session.evidence.lines])
    return layers.provenance(tool.name, taken, everything)


def _layer(session: Session, taken: Taken) -> Taken:
    """What a layer made of a call; raises Stopped or Asked where it stopped it."""
    if isinstance(taken.stopped, Question):
        raise Asked(taken.stopped)
    if taken.stopped is not None:
        raise Stopped(taken.stopped)
    return taken


def _told(session: Session, tool: ModelTool) -> layers.Told:
    since = [line for line in session.evidence.lines if line.turn >= session.task_since]
    # "the first one" is said of a question's candidates: the label that it means stands behind the line
    own = _people(session)
    lines = [text for line in since for text in (_without(line, own), session.chosen.get(line.turn)) if text]
    scope = _scope(session) if tool.name in WITH_ENTITIES else Scope(language=session.language)
    return layers.Told(session.clock.now().date(), scope, lines, session.results, session.confirmed)


def _people(session: Session) -> frozenset[str]:
    """The names of who calls and who is served, as they are compared."""
    return frozenset(name_key(who.name) for who in (session.caller, session.patient) if who)


def _without(line: Line, people: frozenset[str]) -> str:
    """A line without those names: who is called as a doctor is asks for nobody by saying so."""
    text = line.text
    for name in line.names:
        if name_key(name) in people:
            text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    return text.strip()


def _scope(session: Session) -> Scope:
    directory = session.directory
    file = session.patient.row if session.patient else None
    return Scope(directory.office_rows, directory.doctor_rows, file, (), session.language)


def _no_arguments(text: str, session: Session) -> Refusal:
    return Refusal("normalise", "NOT_ARGUMENTS", text, "Call it again with an object of its own arguments.")


WITH_ENTITIES = frozenset(
    tool for tool, fields in sheet().items() if any(each.kind == "entity" for each in fields.values())
)

STEPS: Mapping[str, Step] = {
    "schema": _schema,
    "checks": _checks,
    "references": _references,
    "resolution": _resolution,
    "consistency": _consistency,
    "provenance": _provenance,
}
"""After the flows and the normalising, the steps by the names that switch them off."""

_WITHOUT: Mapping[str, Step] = {"references": _as_written, "resolution": _unresolved}
