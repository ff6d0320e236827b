/** What a log of Windows holds as a whole: its channels, machines and span. */
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import type { ReaderSink } from './reader.types.ts';

const MOST = 200;

export class WindowsFacts {
  readonly #channels = new Map<string, number>();
  readonly #computers = new Map<string, number>();
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  add({ provider, host, timeMs }: EvidenceEvent): void {
    count(this.#channels, provider);
    count(this.#computers, host);
    if (timeMs === null) return;
    if (timeMs < this.#from) this.#from = timeMs;
    if (timeMs > this.#to) this.#to = timeMs;
  }

  give(sink: ReaderSink): void {
    sink.fact('channels', sorted(this.#channels));
    sink.fact('computers', sorted(this.#computers));
    if (this.#from <= this.#to) sink.fact('span', { from: this.#from, to: this.#to });
  }
}

/** Hostile logs name without end: what is beyond the bound is counted as others. */
function count(counts: Map<string, number>, name: string | null): void {
  if (name === null) return;
  const known = counts.get(name);
  if (known !== undefined) counts.set(name, known + 1);
  else if (counts.size < MOST) counts.set(name, 1);
  else counts.set('(others)', (counts.get('(others)') ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]).slice(0, 50));
}
