"""A class as one page that opens from disk: no script, nothing from elsewhere, everything a student wrote as text."""

import html
from collections.abc import Iterable, Iterator
from importlib import resources

from grader.class_report import ClassReport, reason
from grader.exports.words import HIDDEN
from grader.result import AgentResult, ClassResult, Failure, ScenarioResult, Submission
from grader.scenario import split_name
from lab.record import quote
from lab.terminal import literal

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_SIGNS = {"passed": "✓", "blocked": "–", "not run": "–", "grader's fault": "?"}


def page(result: ClassResult, report: ClassReport, reveal: bool = False) -> Iterator[str]:
    """Piece by piece: the class as a whole, then every submission with its failures; no durations but the slowest."""
    style = resources.files("grader.exports").joinpath("page.css").read_text(encoding="utf-8")
    yield (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{_text(result.pack)}: {report.students} submissions</title><style>\n{style}</style></head><body>\n"
    )
    yield f"<h1>Pack {_text(result.pack)}</h1>\n<p class=dim>{_spread(report)}</p>\n"
    yield from _section("Marks", _marks(report))
    yield from _section("Scenarios", _scenarios(report))
    yield from _section("The same first failure", _same_failure(report))
    yield from _section("Places to look", _to_look_at(report))
    yield from _section("Submissions", _submissions(result, reveal))
    yield from _section("Slowest", _table(("id", "seconds"), ((name, f"{s:.2f}") for name, s in report.slowest)))
    yield "</body></html>\n"


def _text(text: str) -> str:
    return html.escape(literal(text))


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Piece by piece, since one of them has the whole class in it; nothing where there is nothing in it."""
    body = iter(lines)
    for first in body:
        yield f"<section><h2>{title}</h2>\n{first}"
        yield from body
        yield "</section>\n"


def _spread(report: ClassReport) -> str:
    marks = report.marks
    spread = f"mean {marks.mean:g}, median {marks.median:g}, from {marks.least:g} to {marks.most:g}"
    return f"{report.students} submissions; of {marks.of_points:g} points: {spread}"


def _marks(report: ClassReport) -> Iterator[str]:
    most = max(report.marks.tenths) or 1
    rows = [
        (f"{10 * tenth} to {10 * tenth + 10} %", str(count), count / most)
        for tenth, count in enumerate(report.marks.tenths)
    ]
    yield from _table(("of the points", "submissions", ""), rows)


def _scenarios(report: ClassReport) -> Iterator[str]:
    rows = [
        (
            split_name(name)[0],
            each.title,
            f"{each.passed} of {report.students}",
            each.passed / (report.students or 1),
            ", ".join(f"{kind} {count}" for kind, count in each.kinds.most_common()),
        )
        for name, each in report.scenarios.items()
    ]
    yield from _table(("", "scenario", "passed", "", "the others"), rows) if rows else ()


def _same_failure(report: ClassReport) -> Iterator[str]:
    rows = [
        (str(len(each.ids)), each.scenario, f"turn {each.turn}, {each.kind}", each.what, ", ".join(each.ids))
        for each in report.same_failure
    ]
    yield from _table(("", "scenario", "where", "what", "who"), rows) if rows else ()


def _to_look_at(report: ClassReport) -> Iterator[str]:
    told = [
        *(f"alike: {', '.join(group)}" for group in report.alike),
        *(f"{name} is like {title}" for name, title in report.copies.items()),
        *(f"{name} passes the visible stories, not the same ones told otherwise" for name in report.overfit),
        *(f"{name} did something that no agent may" for name in report.tampering),
        *(f"{name} could not be graded" for name in report.not_graded),
    ]
    if told:
        yield "<p class=dim>None of these is a verdict.</p>\n<ul>\n"
        yield from (f"<li>{_text(line)}</li>\n" for line in told)
        yield "</ul>\n"


def _table(head: Iterable[str], rows: Iterable[Iterable[str | float]]) -> Iterator[str]:
    """A table; a number in it is a share, and drawn as a bar."""
    yield "<div class=scroll><table><thead><tr>"
    yield from (f"<th scope=col>{_text(title)}</th>" for title in head)
    yield "</tr></thead><tbody>\n"
    for row in rows:
        yield f"<tr>{''.join(map(_cell, row))}</tr>\n"
    yield "</tbody></table></div>\n"


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return f"<td>{_text(value)}</td>"
    return f'<td class=bar><i style="width:{100 * value:.1f}%"></i></td>'


def _submissions(result: ClassResult, reveal: bool) -> Iterator[str]:
    for each in result.submissions:
        yield f"<details><summary>{_headline(each)}</summary><article>\n"
        yield from _told(each.result, reveal)
        yield "</article></details>\n"


def _headline(submission: Submission) -> str:
    result = submission.result
    signs = " ".join(_sign(each) for each in result.scenarios)
    who = f"{_text(submission.id)} {_text(submission.name)}".strip()
    return f"<strong>{who}</strong> {submission.points:g} of {result.of_points:g} {signs}"


def _sign(each: ScenarioResult) -> str:
    how = "good" if each.verdict == "passed" else "bad" if each.verdict not in _SIGNS else "dim"
    title = html.escape(f"{literal(each.title)}: {reason(each)}", quote=True)
    return f'<span class={how} title="{title}">{_SIGNS.get(each.verdict, "✗")}</span>'


def _told(result: AgentResult, reveal: bool) -> Iterator[str]:
    if result.problem:
        yield f"<p class=bad>could not be graded: {_text(result.problem)}</p>\n"
    yield from (f"<p class=dim>{_text(note)}</p>\n" for note in result.notes)
    second = result.second_call
    for each in (*result.scenarios, *([second] if second and second.failure else [])):
        title = f"{each.title}, a second call in the same process" if each is second else each.title
        yield f"<h3>{_sign(each)} {_text(title)} <span class=dim>{_text(reason(each))}</span></h3>\n"
        if each.problem:
            yield f"<p>not the agent's fault: {_text(each.problem)}</p>\n"
        if each.failure and not each.blocked_by:
            yield from _failure(each.failure) if reveal or not each.hidden else [f"<p>{HIDDEN}</p>\n"]
        if each.printed and (reveal or not each.hidden):
            yield f"<p class=dim>the agent printed</p><pre>{_text(each.printed)}</pre>\n"


def _failure(told: Failure) -> Iterator[str]:
    moment = f"turn {told.turn}, the caller says {quote(told.caller)}" if told.turn else "when the call opens"
    yield f"<p>{_text(moment)}<br>{_text(told.what)}</p>\n"
    yield "<div class=scroll><table><thead><tr><th scope=col>expected</th><th scope=col>what happened</th></tr></thead>"
    for place, row in enumerate(told.rows):
        mark = " class=first" if place == told.first_difference else ""
        yield f"<tr{mark}><td><pre>{_text(row.expected)}</pre></td><td><pre>{_text(row.real)}</pre></td></tr>\n"
    yield "</table></div>\n"
    yield f"<p>the agent says {_text(quote(told.reply))}</p>\n" if told.reply else ""
    yield f"<p>{_text(told.why)}</p>\n" if told.why else ""
    yield f"<p class=dim>{_text(told.rule)}</p>\n" if told.rule else ""
    yield f"<pre>{_text(told.trace)}</pre>\n" if told.trace else ""
