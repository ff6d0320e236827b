/**
 * Runs the rules over the events of an investigation, source by source in the order of time. A second run
 * makes nothing twice: hits are known by rule and event, alerts by rule, source and entities.
 */
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { declaredEvent } from '../../../../shared/areas/forensics/rules/declared-source.ts';
import { RULE_LIMITS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import {
  type CorrelationHit,
  createCorrelator,
} from '../../../../shared/areas/forensics/sigma/correlate.ts';
import type { SigmaInfo } from '../../../../shared/areas/forensics/sigma/sigma.types.ts';
import type { SigmaHit } from '../../../../shared/areas/forensics/sigma/sigma-set.ts';
import type { Caller, WriteTx } from '../../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../../jobs/job.ts';
import { eventsFolder, openEventStore } from '../events/event-store.ts';
import type { EventSource, EventStore, StoredEvent } from '../events/event-store.types.ts';
import { recordKey } from '../events/record-key.ts';
import { isOfFew } from '../restricted/rule-alerts.store.ts';
import { loadSigmaPorts } from '../sigma-ports.ts';
import { type AddAlert, placeOf, RuleGroups, toAlert } from './hit-alerts.ts';
import type { RuleRow } from './packs.store.ts';
import {
  alertOf,
  clearTotals,
  finishRun,
  hitEvents,
  insertHit,
  keepAlert,
  linkHits,
  type NewHit,
  type RunReceipt,
  removeHits,
  setTotal,
} from './rule-hits.store.ts';
import { type LoadedRules, loadRules } from './rule-set.ts';
import { isStillThere, SourceMarks } from './source-marks.ts';
import { marksOf, moveMark } from './tuning.store.ts';

const inputSchema = z.object({
  runId: z.string(),
  investigationId: z.string(),
  sourceId: z.string().nullable(),
});
export type RuleRunInput = z.infer<typeof inputSchema>;

/** Events between two looks at whether it is cancelled. */
const TURN_EVENTS = 500;
const HITS_AT_ONCE = 200;
const MATCHED = { fields: 20, chars: 500 } as const;

interface Counts {
  events: number;
  hits: number;
  newHits: number;
  alerts: number;
}

export function createRuleRunJob(addAlert: AddAlert): JobFunction {
  return async (rawInput, context) => {
    const input = inputSchema.parse(rawInput);
    const { db, signal } = context;
    const counts: Counts = { events: 0, hits: 0, newHits: 0, alerts: 0 };
    const notes: string[] = [];
    let rules = 0;
    const receipt = (): RunReceipt => ({ ...counts, rules, notes: notes.slice(0, 50) });
    const caller: Caller = {
      actor: context.startedBy,
      origin: 'job',
      action: 'rules.run',
      reason: input.investigationId,
    };
    const end = (state: 'DONE' | 'CANCELLED' | 'FAILED', error: string | null) =>
      db.write(caller, (tx) => {
        finishRun(tx, input.runId, { state, error, receipt: receipt() });
        tx.announce('rule_hits');
        tx.announce('detection_rules');
      });
    let store: EventStore | undefined;
    try {
      const loaded = await loadRules(db, await loadSigmaPorts(), signal);
      rules = loaded.rowOf.size;
      notes.push(...loaded.notes);
      const folder = eventsFolder(dirname(context.storage.databasePath));
      store = openEventStore({
        folder,
        key: context.storage.key,
        investigationId: input.investigationId,
      });
      const sources = store
        .sources()
        .filter(
          ({ id, state }) => state === 'done' && (input.sourceId === null || id === input.sourceId),
        );
      const total = sources.reduce((sum, { events }) => sum + events, 0);
      for (const source of sources) {
        const run = { context, caller, loaded, store, source, counts, notes, total, addAlert };
        await runSource(input, run);
      }
      end('DONE', null);
      return receipt();
    } catch (error) {
      if (signal.aborted)
        end('CANCELLED', 'Cancelled. Hits that were found are kept; run the rules again to go on.');
      else end('FAILED', 'The run failed inside Watchfloor');
      throw error;
    } finally {
      store?.close();
    }
  };
}

interface SourceRun {
  readonly context: JobContext;
  readonly caller: Caller;
  readonly loaded: LoadedRules;
  readonly store: EventStore;
  readonly source: EventSource;
  readonly counts: Counts;
  readonly notes: string[];
  readonly total: number;
  readonly addAlert: AddAlert;
}

const shortened = (matched: readonly { field: string; value: string }[]) =>
  matched
    .slice(0, MATCHED.fields)
    .map(({ field, value }) => ({ field, value: value.slice(0, MATCHED.chars) }));

/** What was found in one source so far; hits are written in batches, alerts at its end. */
class SourceHits {
  readonly groups = new Map<string, RuleGroups>();
  readonly #run: SourceRun;
  readonly #investigationId: string;
  readonly #marks: SourceMarks;
  #waiting: NewHit[] = [];

  constructor(investigationId: string, run: SourceRun) {
    this.#run = run;
    this.#investigationId = investigationId;
    const marks = run.context.db.read('rules.marks', (reader) =>
      marksOf(reader, investigationId, run.source.id),
    );
    this.#marks = new SourceMarks(marks, isStillThere(run.store, run.source.id));
  }

  add(info: SigmaInfo, event: StoredEvent, all: readonly { field: string; value: string }[]): void {
    const row = this.#run.loaded.rowOf.get(info);
    if (!row) return;
    this.#run.counts.hits++;
    const matched = shortened(all);
    const of = this.groups.get(row.id) ?? new RuleGroups(row);
    this.groups.set(row.id, of);
    of.hits++;
    const { source } = this.#run;
    if (of.hits <= RULE_LIMITS.hits)
      this.#waiting.push(
        hitOf(row, event, { investigationId: this.#investigationId, source, matched }),
      );
    // Sigma: 'informational' is for enrichment and causes no alert.
    const isMarked = this.#marks.has(row.id, event);
    if (row.level !== 'informational' && !isMarked) of.add(event, matched);
  }

  flush(least: number): void {
    if (this.#waiting.length < least) return;
    const batch = this.#waiting;
    this.#waiting = [];
    const { context, caller, counts } = this.#run;
    counts.newHits += context.db.write(caller, (tx) => {
      for (const { id, eventId } of this.#marks.takeMoved()) moveMark(tx, id, eventId);
      return batch.filter((hit) => insertHit(tx, hit)).length;
    });
    context.relieveLog();
  }
}

async function runSource({ investigationId }: RuleRunInput, run: SourceRun): Promise<void> {
  const { context, loaded, source, counts, store } = run;
  const { db, signal } = context;
  forgetStale(investigationId, run);
  const hits = new SourceHits(investigationId, run);
  const correlator = createCorrelator<StoredEvent>(loaded.set);
  const take = (found: readonly CorrelationHit<StoredEvent>[]) => {
    for (const hit of found) {
      const last = hit.refs.at(-1);
      if (hit.alone && last) hits.add(hit.info, last, correlated(hit));
    }
  };
  let inTurn = 0;
  for (const batch of store.scan({ query: { sourceIds: [source.id] }, sort: 'time' })) {
    for (const event of batch) {
      const matches = matchEvent(loaded, source.reader, event);
      if (matches.length === 0) continue;
      for (const { info, matched, alone } of matches) if (alone) hits.add(info, event, matched);
      if (event.alignedMs !== null) take(correlator.add(matches, event.alignedMs, event));
    }
    counts.events += batch.length;
    inTurn += batch.length;
    if (inTurn < TURN_EVENTS) continue;
    inTurn = 0;
    hits.flush(HITS_AT_ONCE);
    context.report({ done: counts.events, total: run.total, message: source.name.slice(0, 100) });
    await nextTurn();
    signal.throwIfAborted();
  }
  take(correlator.finish());
  hits.flush(1);
  if (correlator.dropped > 0)
    run.notes.push(
      `${source.name.slice(0, 100)}: groups of correlations let go for memory: ${correlator.dropped}`,
    );
  signal.throwIfAborted();
  db.write(run.caller, (tx) => {
    clearTotals(tx, investigationId, source.id);
    for (const { row, hits: n } of hits.groups.values())
      setTotal(tx, { ruleId: row.id, investigationId, sourceId: source.id }, n);
  });
  await makeAlerts(investigationId, hits.groups, run);
}

/** A source that was read again has events with other ids: hits on those that are gone go, too. */
function forgetStale(investigationId: string, { context, caller, source, store }: SourceRun): void {
  const known = context.db.read('rules.hitEvents', (reader) =>
    hitEvents(reader, investigationId, source.id),
  );
  const isThere = isStillThere(store, source.id);
  const stale = known.filter((one) => !isThere(one)).map(({ eventId }) => eventId);
  if (stale.length > 0)
    context.db.write(caller, (tx) => removeHits(tx, investigationId, source.id, stale));
}

function correlated({
  group,
  figure,
}: {
  group: Readonly<Record<string, string>>;
  figure: number;
}) {
  return [
    ...Object.entries(group).map(([field, value]) => ({ field, value })),
    { field: 'count', value: String(figure) },
  ];
}

/** An event that no channel tells of is asked about under each name that it may go by. */
export function matchEvent(
  { set }: Pick<LoadedRules, 'set'>,
  reader: string,
  event: StoredEvent,
): readonly SigmaHit[] {
  const { flat, declared } = declaredEvent(reader, event);
  const [first, ...more] = declared;
  const hits = set.match(flat, first);
  if (more.length === 0) return hits;
  const all = [...hits];
  for (const source of more)
    for (const hit of set.match(flat, source))
      if (!all.some(({ rule }) => rule === hit.rule)) all.push(hit);
  return all;
}

function hitOf(
  row: RuleRow,
  event: StoredEvent,
  {
    investigationId,
    source,
    matched,
  }: { investigationId: string; source: EventSource; matched: NewHit['matched'] },
): NewHit {
  return {
    ...{
      investigationId,
      sourceId: source.id,
      eventId: String(event.id),
      ruleId: row.id,
      packId: row.packId,
    },
    ...{
      ruleKey: row.ruleKey,
      ruleTitle: row.title,
      level: row.level,
      ruleVersion: row.version,
      ruleHash: row.hash,
    },
    ...{
      timeMs: event.timeMs,
      host: event.host,
      user: event.user,
      summary: event.summary.slice(0, 1_000),
    },
    place: placeOf(source.name, event),
    recordKey: recordKey(event),
    matched,
  };
}

const ALERTS_AT_ONCE = 25;
const OF_FEW =
  'The investigation is restricted: what was found stays in it and makes no alerts, which everybody would see';

/** The totals of the source and its alerts; the most severe first, so that a limit leaves out the least. */
async function makeAlerts(
  investigationId: string,
  groups: ReadonlyMap<string, RuleGroups>,
  run: SourceRun,
): Promise<void> {
  const { context, caller, source, counts, notes } = run;
  const { db, signal } = context;
  const order = ['critical', 'high', 'medium', 'low'];
  const rank = ({ row }: RuleGroups) => (order.indexOf(row.level ?? 'medium') + 4) % 4;
  const ordered = [...groups.values()].sort((a, b) => rank(a) - rank(b));
  const todo = ordered.flatMap((of) => [...of.groups.values()].map((group) => ({ of, group })));
  const beyond = ordered.filter((of) => of.beyond > 0);
  if (beyond.length > 0)
    notes.push(
      `${source.name.slice(0, 100)}: rules with more than ${RULE_LIMITS.alerts} groups of hosts, users and addresses: ${beyond.length}; the rest of their hits made no alert`,
    );
  const make = (tx: WriteTx, part: typeof todo) => {
    for (const { of, group } of part) {
      const key = {
        ruleId: of.row.id,
        investigationId,
        sourceId: source.id,
        entity: group.entity,
      };
      const known = alertOf(tx, key);
      if (known === null && counts.alerts >= RULE_LIMITS.alertsOfRun) continue;
      const id = known ?? context.newId();
      const first = String(group.first.id);
      if (known === null) {
        const frame = { id, investigationId, sourceId: source.id, sourceName: source.name };
        if (!run.addAlert(tx, toAlert(of.row, group, frame))) continue;
        counts.alerts++;
      }
      keepAlert(tx, { ...key, alertId: id, eventId: first, hits: group.hits });
      linkHits(tx, { ...key, alertId: id, eventId: first }, group.eventIds);
    }
  };
  for (let at = 0; at < todo.length; at += ALERTS_AT_ONCE) {
    signal.throwIfAborted();
    const isPublic = db.write(caller, (tx) => {
      // It may be restricted while they are made.
      if (isOfFew(tx, investigationId)) return false;
      make(tx, todo.slice(at, at + ALERTS_AT_ONCE));
      return true;
    });
    if (!isPublic) {
      if (!notes.includes(OF_FEW)) notes.push(OF_FEW);
      return;
    }
    context.relieveLog();
    await nextTurn();
  }
  if (counts.alerts >= RULE_LIMITS.alertsOfRun)
    notes.push(
      `A run makes at most ${RULE_LIMITS.alertsOfRun} alerts; the rest are hits without one`,
    );
}
