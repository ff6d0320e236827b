/** Makes the figures and lines of a handover beside the core: a shift may hold a bulk action on 50,000 alerts. */
import { z } from 'zod';
import type { CalendarKind } from '../../../shared/areas/calendar/calendar.rules.ts';
import {
  HANDOVER_LINES,
  type HandoverFacts,
} from '../../../shared/areas/handover/handover.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { journalBegins } from '../../db/action-prune.ts';
import type { ReadDb } from '../../db/database.ts';
import { type DueDay, type DueSpan, readDueDays, totalDueDays } from '../../db/due-days.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { JobContext } from '../../jobs/job.ts';
import { readContrary, readDecided } from './handover-decided.store.ts';
import { decidedSection, overriddenSection, peopleOf } from './handover-decided-sections.ts';
import { readDeeds } from './handover-deeds.store.ts';
import { addEntries, createDigest, type Digest } from './handover-digest.ts';
import type { NameOf } from './handover-lines.ts';
import { createBulkReader, type LogPlace, readLog } from './handover-log.store.ts';
import {
  changedSection,
  criticalSection,
  deadlinesSection,
  importsSection,
  openChanges,
  overdueSection,
  suppressionSection,
  waitingSection,
} from './handover-sections.ts';
import {
  type AlertLine,
  oldestWaiting,
  readAlertLines,
  readImports,
  readOpenCriticals,
  readOverdue,
  readOverturned,
  readPeople,
  readRules,
  readWaiting,
  readWritten,
} from './handover-state.store.ts';

const inputSchema = z.object({
  /** Ms. */
  since: z.number(),
  until: z.number(),
  timeZone: z.string(),
});
export type HandoverInput = z.infer<typeof inputSchema>;

/** So many alerts are looked up at once, and of so many the severity is asked for the order of lines. */
const LOOKED_UP_AT_ONCE = 1_000;
const LOOKED_UP_MAX = 20_000;
const HOUR_MS = 3_600_000;

const DEADLINES: readonly CalendarKind[] = [
  'evidence-expiry',
  'collection',
  'audit-start',
  'audit-end',
  'audit-report',
  'audit-request',
  'finding',
];

/** @returns what `handoverFactsSchema` says. */
export async function handoverFactsJob(
  rawInput: unknown,
  { db, signal, report }: JobContext,
): Promise<HandoverFacts> {
  const input = inputSchema.parse(rawInput);
  const steps = readSpan(input, (fn) => db.read('handover.facts', fn));
  let read = 0;
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    read += value;
    report({ done: read, total: null, message: null });
    await breathe();
  }
}

/** The same at once, within a transaction: for a workspace that is made with a past. */
export function readHandoverFacts(db: ReadDb, input: HandoverInput): HandoverFacts {
  const steps = readSpan(input, (fn) => fn(db));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

type Read = <R>(fn: (reader: ReadDb) => R) => R;

/** In steps of a few milliseconds; each says how many rows it has read. */
function* readSpan(input: HandoverInput, read: Read): Generator<number, HandoverFacts> {
  const { since, until } = input;
  const digest = createDigest();
  const readBulk = createBulkReader();
  let place: LogPlace | null = { at: since, seq: -1 };
  while (place) {
    const after: LogPlace = place;
    const { entries, next } = read((reader) => {
      const stretch = readLog(reader, after, until);
      addEntries(digest, stretch.entries, (entry) => readBulk(reader, entry));
      return stretch;
    });
    place = next;
    yield entries.length;
  }
  const changed = openChanges(digest).map(({ alertId }) => alertId);
  const ids = [...new Set(changed)].slice(0, LOOKED_UP_MAX);
  const alerts = new Map<string, AlertLine>();
  for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
    const part = ids.slice(from, from + LOOKED_UP_AT_ONCE);
    for (const [id, line] of read((reader) => readAlertLines(reader, part))) alerts.set(id, line);
    yield part.length;
  }
  return read((reader) => factsOf(reader, digest, alerts, input));
}

function factsOf(
  db: ReadDb,
  digest: Digest,
  alerts: ReadonlyMap<string, AlertLine>,
  { since, until, timeZone }: HandoverInput,
): HandoverFacts {
  const { sla, closeSla, shift } = readWorkspaceSettings(db);
  const people = readPeople(db);
  const begins = journalBegins(db);
  const nameOf: NameOf = (id) =>
    id === null ? 'Watchfloor' : (people.get(id) ?? 'Unknown account');
  const limit = HANDOVER_LINES;
  const deeds = readDeeds(db, { since, until, limit });
  const decided = readDecided(db, { since, until, limit });
  const told = { since, until, nameOf };
  const waiting = readWaiting(db);
  const soon = until + shift.hours * HOUR_MS;
  const due = readDeadlines(db, {
    from: dayIn(until, timeZone),
    to: dayIn(soon, timeZone),
    mine: null,
  });
  return {
    people: peopleOf({ decided, digest, deeds, written: readWritten(db, { since, until }) }, told),
    received: digest.received,
    journalBegins: begins !== null && begins > since ? toIso(begins) : null,
    sections: [
      criticalSection(readOpenCriticals(db, limit)),
      overdueSection(readOverdue(db, until, { sla, closeSla, limit }), {
        ...{ now: until, sla, closeSla },
      }),
      waitingSection(
        waiting,
        SEVERITIES.flatMap((severity) => oldestWaiting(db, severity, null, limit)).slice(0, limit),
      ),
      decidedSection(decided, told),
      changedSection(digest, deeds, { alerts, nameOf }),
      overriddenSection(
        {
          taken: readOverturned(db, { since, until, limit }),
          contrary: readContrary(db, { since, until, limit }),
        },
        digest,
        nameOf,
      ),
      suppressionSection(readRules(db, { since, until, soon }), { since, until }, nameOf),
      importsSection(readImports(db, since, until), nameOf),
      deadlinesSection(due.days, due.total),
    ],
  };
}

function readDeadlines(db: ReadDb, span: DueSpan): { days: DueDay[]; total: number } {
  const page = { after: null, limit: HANDOVER_LINES };
  return {
    days: DEADLINES.flatMap((kind) => readDueDays(db, kind, span, page))
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .slice(0, HANDOVER_LINES),
    total: DEADLINES.reduce((sum, kind) => sum + totalDueDays(db, kind, span), 0),
  };
}

/** The day of a moment where the desk is. */
function dayIn(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}
