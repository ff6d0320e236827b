/** Counts that are asked for again and again: at once where they are kept, else by a job whose answer is kept a while. */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { fieldNamed } from '../../../shared/areas/views/query-fields.ts';
import type { StackField } from '../../../shared/areas/views/stacks.contract.ts';
import { SECOND_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FilterSettler } from './alert-settle.store.ts';
import { type AskedQuery, askQuery } from './query-ask.store.ts';
import { histogramFrame } from './query-histogram.store.ts';
import type { CountInput } from './query-stack.jobs.ts';
import { histogramAtOnce, stackAtOnce, totalAtOnce } from './query-stack.store.ts';
import { nameStack } from './query-stack-names.store.ts';
import { typedValues } from './query-values.store.ts';

/** An answer of a job is given again for so long, also where alerts have changed; it says of when it is. */
const KEPT_MS = 30 * SECOND_MS;
const KEPT_ANSWERS = 40;
/** Running at once; a further one waits for somebody to ask again. */
const JOBS_MAX = 2;

interface Result {
  readonly asOf: string;
  readonly result: unknown;
}

export type CountAnswer =
  | ({ readonly state: 'done' } & Result)
  | { readonly state: 'working'; readonly jobId: string; readonly before: Result | null }
  | { readonly state: 'stopped'; readonly message: string };

interface Kept {
  answer: CountAnswer;
  at: number;
}

export interface CountDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly settle: FilterSettler;
  /** What techniques are called, by the table of ATT&CK in use. */
  readonly techniqueNames: (db: ReadDb) => (id: string) => string | null;
}

type CountFilter = AlertFilter & { readonly again?: 'true' | 'false' };

export function createCountService({ db, runner, clock, settle, techniqueNames }: CountDeps) {
  const kept = new Map<string, Kept>();

  function answer(
    filter: CountFilter,
    me: string,
    {
      what,
      atOnce,
      title,
    }: {
      what: (reader: ReadDb, asked: AskedQuery) => CountInput['what'];
      atOnce: (reader: ReadDb, asked: AskedQuery) => unknown;
      title: string;
    },
  ): CountAnswer {
    const zone = filter.zone ?? 'UTC';
    const { again, ...settled } = settle(filter, me);
    const asked = db.read('alerts.count', (reader) => {
      const query = askQuery(reader, settled);
      const result = atOnce(reader, query);
      return result === null ? { what: what(reader, query) } : { result };
    });
    if ('result' in asked) return { state: 'done', asOf: toIso(clock.now()), result: asked.result };
    // As it was typed: settled, 'the last hour' is another question every time.
    const { again: _, ...typed } = filter;
    const { type } = asked.what;
    const key = JSON.stringify([typed, me, type, type === 'stack' ? asked.what.by : null]);
    const known = kept.get(key);
    const isFresh = known && (known.answer.state === 'working' || clock.now() - known.at < KEPT_MS);
    if (known && isFresh && !(again === 'true' && known.answer.state === 'stopped'))
      return known.answer;
    const input = { filter: settled, zone, what: asked.what } as CountInput;
    return start(key, input, { title, me, before: resultOf(known?.answer) });
  }

  function start(
    key: string,
    input: CountInput,
    { title, me, before }: { title: string; me: string; before: Result | null },
  ): CountAnswer {
    const running = [...kept.values()].filter((one) => one.answer.state === 'working');
    const [first] = running;
    if (running.length >= JOBS_MAX && first?.answer.state === 'working')
      return { ...first.answer, before };
    const request = { kind: 'count-alerts', title, unit: 'alerts', total: null, startedBy: me };
    const { job, finished } = runner.start({ ...request, input, givesWay: true });
    const entry: Kept = { answer: { state: 'working', jobId: job.id, before }, at: clock.now() };
    kept.set(key, entry);
    for (const old of kept.keys()) {
      if (kept.size <= KEPT_ANSWERS) break;
      if (kept.get(old)?.answer.state !== 'working') kept.delete(old);
    }
    finished.then(
      (result) => {
        entry.at = clock.now();
        entry.answer = { state: 'done', asOf: toIso(entry.at), result };
      },
      (error: unknown) => {
        entry.at = clock.now();
        const message = error instanceof Error ? error.message : 'Counting was stopped';
        entry.answer = { state: 'stopped', message };
      },
    );
    return entry.answer;
  }

  return {
    total: (filter: CountFilter, me: string) =>
      answer(filter, me, {
        what: () => ({ type: 'total' }),
        atOnce(reader, asked) {
          const total = totalAtOnce(reader, asked);
          return total === null ? null : { total };
        },
        title: 'Counting alerts',
      }),

    stack(filter: CountFilter, by: StackField, me: string) {
      const zone = filter.zone ?? 'UTC';
      return answer(filter, me, {
        what: () => ({ type: 'stack', by }),
        atOnce(reader, asked) {
          const stack = stackAtOnce(reader, asked, by, zone);
          return stack && nameStack(reader, stack);
        },
        title: `Counting alerts by ${by}`,
      });
    },

    histogram: (filter: CountFilter, me: string) =>
      answer(filter, me, {
        what: (reader, asked) => ({ type: 'histogram', frame: histogramFrame(reader, asked) }),
        atOnce: histogramAtOnce,
        title: 'Counting alerts over time',
      }),

    values(field: string, typed: string) {
      const name = fieldNamed(field);
      if (!name) return [];
      return db.read('alerts.values', (reader) => {
        const values = typedValues(reader, name, typed);
        if (name !== 'tech') return values;
        const labelOf = techniqueNames(reader);
        return values.map((one) => ({ ...one, label: labelOf(one.value) }));
      });
    },

    /** What was counted in another workspace. */
    forget(): void {
      kept.clear();
    },
  };
}
/** What an answer that is old by now had said. */
function resultOf(answer: CountAnswer | undefined): Result | null {
  if (answer?.state !== 'done') return null;
  return { asOf: answer.asOf, result: answer.result };
}

export type CountService = ReturnType<typeof createCountService>;
