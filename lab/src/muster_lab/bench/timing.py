"""How all parts of `muster-lab bench` measure and print."""

import json
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter, process_time

import click


def time_calls(
    work: Callable[[], object], runs: int, *, repeat: int = 1, prepare: Callable[[], object] | None = None
) -> tuple[float, float]:
    """The median of single calls in milliseconds, as wall-clock time and as CPU time of this process;
    with a median an interrupted call matters little."""
    wall, cpu = [], []
    for _ in range(runs):
        if prepare:
            prepare()
        start, used = perf_counter(), process_time()
        for _ in range(repeat):
            work()
        cpu.append((process_time() - used) / repeat * 1000)
        wall.append((perf_counter() - start) / repeat * 1000)
    return median(wall), median(cpu)


def both_medians(name: str, work: Callable[[], object], runs: int) -> dict[str, float]:
    """Both medians as figures."""
    wall, cpu = time_calls(work, runs)
    return {f"{name}_ms": wall, f"{name}_cpu_ms": cpu}


def print_figures(figures: Mapping[str, float], as_json: bool) -> None:
    """Print figures as JSON, or one per line."""
    width = max(map(len, figures)) + 2
    lines = (f"{name:<{width}}{figure:>12.4f}" for name, figure in figures.items())
    click.echo(json.dumps(figures) if as_json else "\n".join(lines))


def print_medians(times: Mapping[str, float], runs: int, as_json: bool, **more: object) -> None:
    """Print milliseconds by task."""
    if as_json:
        click.echo(json.dumps({"unit": "ms", "runs": runs, **more, "medians": times}, indent=1))
    else:
        print_figures(times, as_json=False)
