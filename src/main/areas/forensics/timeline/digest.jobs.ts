/** Makes the process tree or the logon graph of an investigation from its event store, in a worker. */
import { dirname } from 'node:path';
import type { EventQuery } from '../../../../shared/areas/forensics/events/event-query.ts';
import {
  growLogonGraph,
  type LogonGraph,
} from '../../../../shared/areas/forensics/logon-graph/build-graph.ts';
import { logonFacts } from '../../../../shared/areas/forensics/logon-graph/logon-facts.ts';
import { buildProcessTree } from '../../../../shared/areas/forensics/process-tree/build-tree.ts';
import {
  type ProcessFacts,
  processFacts,
} from '../../../../shared/areas/forensics/process-tree/process-facts.ts';
import type { ProcessNode } from '../../../../shared/areas/forensics/process-tree/process-tree.types.ts';
import type { JobContext } from '../../../jobs/job.ts';
import { eventsFolder, openEventStore } from '../events/event-store.ts';
import type { EventStore, StoredEvent } from '../events/event-store.types.ts';
import { type DigestInput, digestInputSchema, revisionOf } from './digest-input.ts';
import { forgetDigest, keepDigest } from './digests.store.ts';
import { forgetNodes, type KeptNode, keepNodes } from './kept-nodes.store.ts';

/** Starts and ends that are held at once, and what their texts may take. */
const MOST_FACTS = 250_000;
const MOST_TEXT = 48 * 1024 * 1024;
const WRITTEN_AT_ONCE = 250;
const WORDS_MAX = 2_000;

const PROCESS_CODES = ['4688', '4689'];
const LOGON_CODES = ['4624', '4625', '4634', '4647', '4648', '4672'];
/** By kind, and by what Windows calls it where its reader says another kind. */
const QUERIES: Readonly<Record<DigestInput['kind'], readonly EventQuery[]>> = {
  processes: [{ kinds: ['process'] }, { codes: PROCESS_CODES }],
  logons: [{ kinds: ['logon'] }, { codes: LOGON_CODES }, { text: 'sshd' }],
};

/** Each event once. */
async function* eventsOf(
  store: EventStore,
  kind: DigestInput['kind'],
  signal: AbortSignal,
): AsyncGenerator<StoredEvent> {
  const [first, ...others] = QUERIES[kind];
  const [main] = first?.kinds ?? [];
  const seen = new Set<number>();
  for (const query of [...(first ? [first] : []), ...others]) {
    for (const batch of store.scan({ query })) {
      signal.throwIfAborted();
      for (const event of batch) {
        if (query !== first && (event.kind === main || seen.has(event.id))) continue;
        if (query !== first) seen.add(event.id);
        yield event;
      }
      // Lets a cancel through.
      await new Promise(setImmediate);
    }
  }
}

export async function digestJob(rawInput: unknown, context: JobContext): Promise<null> {
  const { id, kind } = digestInputSchema.parse(rawInput);
  const { storage, signal, report } = context;
  const folder = eventsFolder(dirname(storage.databasePath));
  const store = openEventStore({ folder, key: storage.key, investigationId: id });
  try {
    const revision = revisionOf(store.sources());
    const events = eventsOf(store, kind, signal);
    const progress = createProgress(report);
    if (kind === 'logons') {
      const graph = await readLogons(events, progress);
      keepSummary(context, { id, kind, revision, summary: graph });
    } else {
      const { facts, leftOut } = await readProcesses(events, progress);
      const { nodes, summary } = buildProcessTree(facts);
      await keepTree(context, id, nodes);
      const counted = { ...summary, leftOut: summary.leftOut + leftOut };
      keepSummary(context, { id, kind, revision, summary: counted });
    }
    return null;
  } finally {
    store.close();
  }
}

type Progress = () => void;

function createProgress(report: JobContext['report']): Progress {
  let done = 0;
  return () => {
    done++;
    if (done % 5_000 === 0) report({ done, total: null, message: null });
  };
}

async function readLogons(
  events: AsyncIterable<StoredEvent>,
  progress: Progress,
): Promise<LogonGraph> {
  const growing = growLogonGraph();
  for await (const event of events) {
    const facts = logonFacts(event);
    if (facts) growing.add(facts);
    progress();
  }
  return growing.done();
}

const sizeOf = ({ image, commandLine, parentImage, user }: ProcessFacts): number =>
  [image, commandLine, parentImage, user].reduce((sum, text) => sum + (text?.length ?? 0), 200);

async function readProcesses(
  events: AsyncIterable<StoredEvent>,
  progress: Progress,
): Promise<{ facts: ProcessFacts[]; leftOut: number }> {
  const facts: ProcessFacts[] = [];
  let leftOut = 0;
  let room = MOST_TEXT;
  for await (const event of events) {
    progress();
    const one = processFacts(event);
    if (!one) continue;
    room -= sizeOf(one);
    if (room < 0 || facts.length >= MOST_FACTS) leftOut++;
    else facts.push(one);
  }
  return { facts, leftOut };
}

const CALLER = { actor: null, origin: 'job', action: 'forensics.digest' } as const;

function keepSummary(
  { db, clock }: JobContext,
  {
    summary,
    ...digest
  }: { id: string; kind: DigestInput['kind']; revision: string; summary: unknown },
): void {
  db.write(CALLER, (tx) => {
    keepDigest(tx, { ...digest, madeAt: clock.now(), summary: JSON.stringify(summary) });
    tx.announce('event_digests', digest.id);
  });
}

/** What was made before goes first: a run that is cut off leaves nothing that looks whole. */
async function keepTree(
  { db, signal, report, relieveLog }: JobContext,
  id: string,
  nodes: readonly ProcessNode[],
): Promise<void> {
  db.write(CALLER, (tx) => forgetDigest(tx, id, 'processes'));
  while (db.write(CALLER, (tx) => forgetNodes(tx, id, 2_000))) {
    signal.throwIfAborted();
    await new Promise(setImmediate);
  }
  for (let place = 0; place < nodes.length; place += WRITTEN_AT_ONCE) {
    signal.throwIfAborted();
    const batch = nodes.slice(place, place + WRITTEN_AT_ONCE).map(toKept);
    db.write(CALLER, (tx) => keepNodes(tx, id, batch));
    report({ done: place + batch.length, total: nodes.length, message: 'Keeping the tree' });
    relieveLog();
    await new Promise(setImmediate);
  }
}

function toKept({ node, parent, below, children, depth, ...facts }: ProcessNode): KeptNode {
  const { image, commandLine, user, host, pid } = facts;
  const words = [image, commandLine, user, host, pid].filter((part) => part !== null).join(' ');
  return {
    ...{ node, parent, below, children, depth, startedMs: facts.started?.ms ?? null },
    ...{ facts: JSON.stringify(facts), words: words.toLowerCase().slice(0, WORDS_MAX) },
  };
}
