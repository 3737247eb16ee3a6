"""Results as an SVG picture: a bar for each name, made of parts side by side."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

_COLOURS = ("#4477aa", "#ccbb44", "#ee6677", "#aa3377", "#228833")
_LEFT, _WIDTH, _ROW, _TOP = 110, 560, 34, 64


def stacked_svg(title: str, names: Sequence[str], parts: Mapping[str, Sequence[float]]) -> str:
    """A whole SVG document; the parts are told apart by colour and by a legend in their order."""
    height = _TOP + _ROW * len(names) + 12
    body = "\n".join((*_legend(parts), *_rows(names, parts)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 20} {height}" '
        f'font-family="sans-serif" font-size="13" role="img" aria-label="{escape(title)}">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n<text x="10" y="22" font-size="15">{escape(title)}</text>\n'
        f"{body}\n</svg>\n"
    )


def _legend(parts: Mapping[str, Sequence[float]]) -> Iterator[str]:
    for n, part in enumerate(parts):
        x = _LEFT + n * _WIDTH / len(parts)
        yield f'<rect x="{x:.0f}" y="36" width="12" height="12" fill="{_COLOURS[n]}"/>'
        yield f'<text x="{x + 17:.0f}" y="47">{escape(part)}</text>'


def _rows(names: Sequence[str], parts: Mapping[str, Sequence[float]]) -> Iterator[str]:
    longest = max(sum(values) for values in zip(*parts.values(), strict=True)) or 1
    for n, name in enumerate(names):
        y = _TOP + n * _ROW
        yield f'<text x="{_LEFT - 8}" y="{y + 16}" text-anchor="end">{escape(name)}</text>'
        x = float(_LEFT)
        for colour, values in zip(_COLOURS, parts.values(), strict=False):
            width = _WIDTH * values[n] / longest
            yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="24" fill="{colour}"/>'
            x += width
