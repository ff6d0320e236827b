/**
 * The newest of alerts that lie anywhere in the table, without reading all of them. Rows come in as alerts
 * do, mostly by time, and of every span of neighbouring rows it is kept between which moments they lie
 * (`alert_spans`; wider does no harm). Spans are read the latest first, and a row is given once no unread
 * span can hold a newer one: a page costs about its rows however many match.
 */
import type { ReadDb } from './database.ts';
import type { InsertedRange, WriteTx } from './write-door.ts';

const SPAN_ROWS = 512;
/** From so many spans on all are read: there is one for 512 alerts. */
const NAMED_SPANS = 2_000;
/** Rows that are read at a time after the first; those of one span are read together. */
const NEXT_ROWS = 64;

/** A place in the list of alerts: newest first, of equal times the one that came later. */
export interface SpanPlace {
  readonly seq: number;
  readonly created_at: number;
}

interface Span {
  readonly seqs: number[];
  earliest: number;
  latest: number;
}

const byNewest = (a: SpanPlace, b: SpanPlace) => b.created_at - a.created_at || b.seq - a.seq;

const WIDEN =
  'ON CONFLICT (span) DO UPDATE SET earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest)';

/**
 * Whatever makes alerts findable, or changes their times, says so here.
 * @param times Of new alerts, in the order of their rows, where they are at hand: the wide rows are not read again.
 */
export function widenSpans(
  tx: WriteTx,
  { first, last }: Pick<InsertedRange, 'first' | 'last'>,
  times?: readonly number[],
): void {
  if (times === undefined) {
    tx.run(
      `INSERT INTO alert_spans (span, earliest, latest)
       SELECT seq / ${SPAN_ROWS}, min(created_at), max(created_at) FROM alerts
       WHERE seq BETWEEN ? AND ? GROUP BY 1 ${WIDEN}`,
      ...[first, last],
    );
    return;
  }
  for (let from = 0; from < times.length; ) {
    const span = Math.floor((first + from) / SPAN_ROWS);
    const end = Math.min(times.length, (span + 1) * SPAN_ROWS - first);
    let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (; from < end; from++) {
      const time = times[from] as number;
      if (time < earliest) earliest = time;
      if (time > latest) latest = time;
    }
    tx.run(
      `INSERT INTO alert_spans (span, earliest, latest) VALUES (?, ?, ?) ${WIDEN}`,
      ...[span, earliest, latest],
    );
  }
}

export interface NewestOptions<R extends SpanPlace> {
  /** Only what follows this place. */
  readonly after: SpanPlace | null;
  /** So many are likely to be taken: they are read at once. */
  readonly wanted: number;
  /** The rows of these, in any order; one that is gone or does not count is left out. */
  readonly read: (seqs: readonly number[]) => readonly R[];
}

/** Lazily, in the list's order: whoever takes ten pays for about ten. */
export function* newestRows<R extends SpanPlace>(
  db: ReadDb,
  seqs: readonly number[],
  { after, wanted, read }: NewestOptions<R>,
): Generator<R> {
  const spans = spansOf(db, seqs).filter((span) => !after || span.earliest <= after.created_at);
  let waiting: R[] = [];
  let asked: number[] = [];
  let enough = wanted;
  for (const [place, span] of spans.entries()) {
    asked.push(...span.seqs);
    if (asked.length < enough && place < spans.length - 1) continue;
    const rows = read(asked).filter((row) => !after || byNewest(row, after) > 0);
    waiting = [...waiting, ...rows].sort(byNewest);
    asked = [];
    enough = NEXT_ROWS;
    const rest = spans[place + 1]?.latest ?? Number.NEGATIVE_INFINITY;
    const held = waiting.findIndex((row) => row.created_at <= rest);
    yield* waiting.splice(0, held < 0 ? waiting.length : held);
  }
}

/** The latest first. */
function spansOf(db: ReadDb, seqs: readonly number[]): Span[] {
  const spans = new Map<number, Span>();
  for (const seq of seqs) {
    const number = Math.floor(seq / SPAN_ROWS);
    const span = spans.get(number);
    if (span) span.seqs.push(seq);
    else {
      const [earliest, latest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      spans.set(number, { seqs: [seq], earliest, latest });
    }
  }
  for (const { span, earliest, latest } of keptSpans(db, [...spans.keys()])) {
    const named = spans.get(span);
    if (!named) continue;
    named.earliest = earliest;
    named.latest = latest;
  }
  return [...spans.values()].sort((a, b) => (a.latest === b.latest ? 0 : b.latest - a.latest));
}

function keptSpans(db: ReadDb, numbers: readonly number[]) {
  type Kept = { span: number; earliest: number; latest: number };
  if (numbers.length > NAMED_SPANS) return db.all<Kept>('SELECT * FROM alert_spans');
  return db.all<Kept>(
    'SELECT s.* FROM json_each(?) j CROSS JOIN alert_spans s ON s.span = j.value',
    JSON.stringify(numbers),
  );
}
