/** Tries a draft on the logs of an investigation, or a filter on the hits of its rule. Nothing is written. */
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { RuleHit, RuleTrial } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import type { SigmaDocument } from '../../../../shared/areas/forensics/sigma/sigma.types.ts';
import { compileSigma, type SigmaSet } from '../../../../shared/areas/forensics/sigma/sigma-set.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { JobContext } from '../../../jobs/job.ts';
import { eventsFolder, openEventStore } from '../events/event-store.ts';
import type { EventStore, StoredEvent } from '../events/event-store.types.ts';
import { loadSigmaPorts } from '../sigma-ports.ts';
import { listHits } from './rule-hits.store.ts';
import { asNamed, parseFilter, parseOne } from './rule-set.ts';
import { mustFindRule, textOf } from './rules-list.store.ts';
import { matchEvent } from './run-rules.jobs.ts';

const inputSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tuning'), ruleId: z.string(), text: z.string() }),
  z.object({ type: z.literal('draft'), text: z.string(), investigationId: z.string() }),
]);
export type RuleTrialInput = z.infer<typeof inputSchema>;

const MOST_EVENTS = 1_000_000;
const MOST_HITS = 500;
const SAMPLE = 10;
const TUNED_SAMPLE = 50;

export async function ruleTrialJob(rawInput: unknown, context: JobContext): Promise<RuleTrial> {
  const input = inputSchema.parse(rawInput);
  return input.type === 'draft' ? tryDraft(input, context) : tryTuning(input, context);
}

const failed = (problem: string): RuleTrial => ({
  ...{ problem, events: 0, hits: 0, left: null, isCut: false, sample: [] },
});

function openStore({ storage }: JobContext, investigationId: string): EventStore {
  const folder = eventsFolder(dirname(storage.databasePath));
  return openEventStore({ folder, key: storage.key, investigationId });
}

/** The rule alone, or why it does not run. */
function alone(
  documents: readonly SigmaDocument[],
  ports: Parameters<typeof compileSigma>[1],
): SigmaSet | string {
  const set = compileSigma(documents, ports);
  const fell = set.lines.find(({ state }) => state !== 'ready');
  return fell ? fell.reasons.join('; ') : set;
}

type Sample = RuleTrial['sample'][number];

function shown(
  investigationId: string,
  event: StoredEvent,
  matched: Sample['matched'],
  isTaken: boolean,
): Sample {
  return {
    ...{ investigationId, sourceId: event.sourceId, eventId: String(event.id), isTaken },
    time: event.timeMs === null ? null : toIso(event.timeMs),
    host: event.host,
    summary: event.summary.slice(0, 500),
    matched: matched
      .slice(0, 20)
      .map(({ field, value }) => ({ field, value: value.slice(0, 500) })),
  };
}

async function tryDraft(
  { text, investigationId }: { text: string; investigationId: string },
  context: JobContext,
): Promise<RuleTrial> {
  const ports = await loadSigmaPorts();
  const document = parseOne(text, ports);
  if (typeof document === 'string') return failed(document);
  const set = alone([document], ports);
  if (typeof set === 'string') return failed(set);
  const store = openStore(context, investigationId);
  try {
    const readers = new Map(store.sources().map(({ id, reader }) => [id, reader]));
    const total = Math.min(MOST_EVENTS, store.count());
    const sample: Sample[] = [];
    let [events, hits] = [0, 0];
    for (const batch of store.scan({ limit: MOST_EVENTS })) {
      for (const event of batch) {
        const [hit] = matchEvent({ set }, readers.get(event.sourceId) ?? '', event);
        if (!hit) continue;
        hits++;
        if (sample.length < SAMPLE)
          sample.push(shown(investigationId, event, [...hit.matched], false));
      }
      events += batch.length;
      context.report({ done: events, total, message: null });
      await nextTurn();
      context.signal.throwIfAborted();
    }
    return { problem: null, events, hits, left: null, isCut: events >= MOST_EVENTS, sample };
  } finally {
    store.close();
  }
}

async function tryTuning(
  { ruleId, text }: { ruleId: string; text: string },
  context: JobContext,
): Promise<RuleTrial> {
  const ports = await loadSigmaPorts();
  const { row, source, hits, total } = context.db.read('rules.trial', (reader) => {
    const rule = mustFindRule(reader, ruleId);
    const list = listHits(reader, { rule: ruleId }, { limit: MOST_HITS });
    return { row: rule, source: textOf(reader, rule), hits: list.rows, total: list.total };
  });
  const parsed = parseOne(source, ports);
  if (typeof parsed === 'string') return failed(parsed);
  if (parsed.kind !== 'rule') return failed('Filters are for rules, not for correlations');
  const document = asNamed(parsed, row);
  const filter = parseFilter({ name: 'Filter under trial', text }, document, ports);
  if (typeof filter === 'string') return failed(filter);
  const [before, after] = [alone([document], ports), alone([document, filter], ports)];
  if (typeof before === 'string') return failed(before);
  if (typeof after === 'string') return failed(after);
  const sample: Sample[] = [];
  let [found, left] = [0, 0];
  const sets = { before, after };
  for (const investigationId of new Set(hits.map((hit) => hit.investigationId))) {
    const store = openStore(context, investigationId);
    try {
      const own = hits.filter((hit) => hit.investigationId === investigationId);
      for (const { hit, event, stays } of askedAgain(own, store, sets)) {
        found++;
        if (stays) left++;
        if (sample.length < TUNED_SAMPLE)
          sample.push(shown(investigationId, event, hit.matched, !stays));
      }
    } finally {
      store.close();
    }
    await nextTurn();
    context.signal.throwIfAborted();
  }
  return { problem: null, events: found, hits: found, left, isCut: total > hits.length, sample };
}

function* askedAgain(
  hits: readonly RuleHit[],
  store: EventStore,
  { before, after }: { before: SigmaSet; after: SigmaSet },
) {
  const readers = new Map(store.sources().map(({ id, reader }) => [id, reader]));
  for (const hit of hits) {
    const event = store.get(Number(hit.eventId));
    const reader = readers.get(event?.sourceId ?? '') ?? '';
    if (!event || matchEvent({ set: before }, reader, event).length === 0) continue;
    yield { hit, event, stays: matchEvent({ set: after }, reader, event).length > 0 };
  }
}
