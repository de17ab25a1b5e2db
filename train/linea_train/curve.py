# curve.py - how strength grew, as a drawing.
#
# SPDX-License-Identifier: MIT
"""The curve of a training as SVG."""

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 56, 40, 132, 48
COLOURS = {"2": "#1b6ca8", "3": "#b3541e", "4": "#3c7d3e", "5": "#7b4f9d"}


def draw(title, history):
    """Share of the victory against planners, over what it would be for an equal, by
    minutes of training: one line for each number of players."""
    minutes = [entry["seconds"] / 60 for entry in history]
    last = max(minutes[-1] if minutes else 0, 0.1)
    tallest = max([1.5] + [int(n) * v[0] for e in history for n, v in e["seats"].items()]) * 1.05
    across, up = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(minute, times):
        return LEFT + across * minute / last, TOP + up * (1 - times / tallest)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-size="16">{title}</text>',
    ]
    for tenth in range(0, int(tallest * 10) + 1, 5):
        _, y = place(0, tenth / 10)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{"#888" if tenth == 10 else "#ddd"}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tenth / 10:.1f}</text>')
    step = next(s for s in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000) if last / s <= 8)
    for i in range(int(last / step) + 1):
        x, y = place(i * step, 0)
        out.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{i * step:g}</text>')
    out.append(f'<text x="{LEFT + across / 2}" y="{HEIGHT - 10}" text-anchor="middle">minutes</text>')
    names = sorted({n for e in history for n in e["seats"]})
    for i, n in enumerate(names):
        points = [place(m, int(n) * e["seats"][n][0]) for m, e in zip(minutes, history) if n in e["seats"]]
        colour = COLOURS.get(n, "#333")
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 12}" y="{TOP + 16 + 20 * i}" fill="{colour}">{n} players</text>')
    y = TOP + 16 + 20 * len(names)
    out.append(f'<text x="{WIDTH - RIGHT + 12}" y="{y + 8}" font-size="11" fill="#555">times its share</text>')
    out.append(f'<text x="{WIDTH - RIGHT + 12}" y="{y + 22}" font-size="11" fill="#555">among planners</text>')
    return "\n".join([*out, "</svg>", ""])
