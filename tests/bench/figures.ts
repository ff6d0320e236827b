/**
 * One measured figure against its bar. A figure goes to stdout as one line of JSON, for programs;
 * the table on stderr is for people.
 */
export interface Figure {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  /** `>= 25`, `<= 50`, or '' where the figure is only reported. */
  readonly bar: string;
  readonly holds: boolean;
  readonly note: string;
}

function holdsBar(value: number, bar: string): boolean {
  const match = /^(>=|<=) (-?[\d.]+)$/.exec(bar);
  if (!match) return true;
  const limit = Number(match[2]);
  return match[1] === '>=' ? value >= limit : value <= limit;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export type Report = (
  figure: string,
  value: number,
  unit: string,
  bar: string,
  note?: string,
) => void;

export class FigureTable {
  readonly #figures: Figure[] = [];

  readonly report: Report = (figure, value, unit, bar, note = '') => {
    const rounded = Math.round(value * 100) / 100;
    const entry: Figure = { figure, value: rounded, unit, bar, holds: holdsBar(value, bar), note };
    this.#figures.push(entry);
    process.stdout.write(`${JSON.stringify(entry)}\n`);
  };

  print(): void {
    const rows = this.#figures.map((entry) => [
      entry.bar === '' ? ' ' : entry.holds ? '✓' : '✗',
      entry.figure,
      `${entry.value} ${entry.unit}`,
      entry.bar,
      entry.note,
    ]);
    const widths = [0, 1, 2, 3].map((column) =>
      Math.max(...rows.map((row) => row[column]?.length ?? 0), 0),
    );
    for (const row of rows) {
      const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
      process.stderr.write(`${cells.join('  ').trimEnd()}\n`);
    }
  }

  get missed(): number {
    return this.#figures.filter((entry) => !entry.holds).length;
  }
}
