"""The report as text: a table, and the first failure side by side. Draws a result, computes nothing."""

from collections.abc import Iterator, Sequence

from grader.exports.words import HIDDEN
from grader.paper import Paper, cells, padded, wrapped
from grader.result import AgentResult, Failure, ScenarioResult
from grader.scenario import split_name
from lab.record import lines, quote
from lab.terminal import literal

MOST_PRINTED = 20
_SIGN = {"passed": "good", "blocked": "blocked", "not run": "blocked", "grader's fault": "blocked"}


def whole(
    result: AgentResult, pack: str, paper: Paper, *, hints: int = 0, everything: bool = False, reveal: bool = False
) -> Iterator[str]:
    """All that is told of one agent: the table, then the first failure, or every one and every record.

    `hints` is how many of a failure's hints are told; `reveal` tells hidden scenarios too.
    """
    yield paper.paint(literal(f"{result.agent}, {pack}"), "strong")
    yield from table(result, paper)
    told = [each for each in result.scenarios if each.failure and (everything or each is result.first_failure)]
    second = result.second_call
    if second and second.failure and (everything or not told):
        told.append(second)
    for each in told:
        yield ""
        yield from failure(each, paper, hints, reveal)
    for each in result.scenarios if everything else ():
        yield ""
        yield from record(each, reveal)


def table(result: AgentResult, paper: Paper) -> Iterator[str]:
    """Every scenario in a row: sign, title, capability, verdict, seconds; then the sum, and what else there is."""
    if result.problem:
        yield literal(f"{paper.sign('bad')} {result.agent} could not be graded: {result.problem}")
        return
    titles = max(cells(literal(each.title)) for each in result.scenarios)
    numbers = max(len(_number(each)) for each in result.scenarios)
    capabilities = max(len(each.capability) for each in result.scenarios)
    for each in result.scenarios:
        how = _SIGN.get(each.verdict, "bad")
        verdict = paper.paint(f"{paper.sign(how)} {padded(_verdict(each), 18)}", how)
        title = padded(literal(each.title), titles)
        number, capability = f"{_number(each):>{numbers}}", f"{each.capability:{capabilities}}"
        yield f"  {number}  {title}  {capability}  {verdict} {each.seconds:6.2f} s"
        if each.problem:
            yield literal(f"      not the agent's fault: {each.problem}")
    yield paper.paint(f"  {_sum(result)}", "strong")
    yield from _in_other_words(result)
    yield from (literal(f"  {note}") for note in result.notes)


def _in_other_words(result: AgentResult) -> Iterator[str]:
    if not result.varied:
        return
    passed = sum(each.verdict == "passed" for each in result.varied)
    yield f"  {passed} of {len(result.varied)} passed in other words"
    for each in result.varied if result.overfit else ():
        if each.failure and not each.hidden:
            line = f"turn {each.failure.turn}, {quote(each.failure.caller)}: {each.failure.what}"
            yield f"    {_number(each)}  {literal(line)}"


def failure(result: ScenarioResult, paper: Paper, hints: int = 0, reveal: bool = False) -> Iterator[str]:
    """What the caller said, what should have happened, what did, why it matters, and the rule that it breaks."""
    told = result.failure
    assert told
    title = paper.paint(literal(f"{_number(result)}  {result.title}"), "strong")
    yield f"{paper.paint(paper.sign('bad'), 'bad')} {title}  [{told.kind}]"
    if result.hidden and not reveal:
        yield f"  {HIDDEN}"
        return
    yield f"  {_moment(told)}"
    yield from _paragraph("what", told.what, paper)
    yield ""
    yield from _side_by_side(told, paper)
    if told.reply:
        yield from _paragraph("said", quote(told.reply), paper)
    yield from _quoted(told.trace.splitlines(), paper)
    yield from _printed(result.printed, paper)
    yield from _paragraph("why", told.why, paper)
    if told.rule:
        yield from _paragraph("rule", told.rule.removeprefix("rule "), paper)
    for text in told.hints[:hints]:
        yield from _paragraph("hint", text, paper)
    if len(told.hints) > hints:
        again = " ".join(["--hint"] * (hints + 1))
        yield paper.paint(f"  {'another' if hints else 'a'} hint: the same with {again}", "dim")


def record(result: ScenarioResult, reveal: bool = False) -> Iterator[str]:
    """The whole call, in the one notation."""
    yield literal(result.title)
    shown = reveal or not result.hidden
    yield from (f"  {literal(line)}" for line in lines(result.record)) if shown else [f"  {HIDDEN}"]


def _number(result: ScenarioResult) -> str:
    """What is enough to name it on a command line."""
    return literal(split_name(result.name)[0])


def _verdict(result: ScenarioResult) -> str:
    return f"needs {result.blocked_by}" if result.blocked_by else result.verdict


def _sum(result: AgentResult) -> str:
    text = f"{result.passed} of {len(result.scenarios)} passed"
    if result.of_points == len(result.scenarios) and result.points == result.passed:
        return text
    return f"{text}, {result.points:g} of {result.of_points:g} points"


def _moment(told: Failure) -> str:
    if told.turn == 0:
        return "when the call opens, before the caller has said anything"
    return f"turn {told.turn}, the caller says {quote(told.caller)}"


def _paragraph(label: str, text: str, paper: Paper) -> Iterator[str]:
    for number, line in enumerate(wrapped(literal(text), paper.width - 8)):
        yield f"  {'' if number else label:5} {line}"


def _side_by_side(told: Failure, paper: Paper) -> Iterator[str]:
    column = (paper.width - 8) // 2
    bar = paper.sign("between")
    yield paper.paint(f"    {'expected':{column}} {bar} what happened", "dim")
    for place, row in enumerate(told.rows):
        sign = "here" if place == told.first_difference else "too"
        mark = paper.paint(paper.sign(sign), "bad") if row.kind else " "
        left, right = wrapped(literal(row.expected), column), wrapped(literal(row.real), column)
        for line in range(max(len(left), len(right))):
            one, other = (part[line] if line < len(part) else "" for part in (left, right))
            yield f"  {mark if line == 0 else ' '} {padded(one, column)} {bar} {other}".rstrip()
    yield ""


def _printed(text: str, paper: Paper) -> Iterator[str]:
    printed = text.splitlines()
    if printed:
        yield "  the agent printed"
        yield from _quoted(printed[:MOST_PRINTED], paper)
    if len(printed) > MOST_PRINTED:
        yield f"    and {len(printed) - MOST_PRINTED} lines more"


def _quoted(told: Sequence[str], paper: Paper) -> Iterator[str]:
    """Lines that an agent wrote, each behind a bar, so that none begins like one of ours, or like a log's command."""
    yield from (f"  {paper.sign('between')} {literal(line)}" for line in told)
