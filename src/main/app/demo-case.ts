/**
 * The evidence of the demo's case: kept, and read as intake reads what people bring, before the workspace is
 * written; so its rows can be of the past, and its events are there at once.
 */
import { EVENT_QUERY_LIMITS } from '../../shared/areas/forensics/events/event-query.ts';
import { INTAKE_LIMITS } from '../../shared/areas/forensics/intake/intake.rules.ts';
import {
  eventsFolder,
  openEventStore,
  removeEventStore,
} from '../areas/forensics/events/event-store.ts';
import type { EventStore } from '../areas/forensics/events/event-store.types.ts';
import { recordKey } from '../areas/forensics/events/record-key.ts';
import { createBudget } from '../areas/forensics/intake/budget.ts';
import { storedFile } from '../areas/forensics/intake/file-bytes.ts';
import { outcomeOf } from '../areas/forensics/intake/outcome.ts';
import { type IntakePorts, takeFile } from '../areas/forensics/intake/take-file.ts';
import { LINE_LOG_READERS } from '../areas/forensics/readers/line-log.readers.ts';
import { freezeEvent } from '../areas/forensics/timeline/promoted-rows.ts';
import { promotedId } from '../areas/forensics/timeline/promotions.store.ts';
import {
  type CaseFile,
  makeDemoCase,
  type ReadCase,
  type ReadCaseFile,
} from '../areas/settings/demo/case-files.ts';
import type { DemoContent } from '../areas/settings/demo/demo-content.ts';
import type { BlobStore } from '../platform/blob-store.ts';
import type { NewId } from '../platform/ids.ts';

export interface KeptCase extends ReadCase {
  /** Takes its events away again: the workspace was not made. */
  drop(): void;
}

interface DemoCaseDeps {
  readonly dataDir: string;
  readonly key: Uint8Array;
  readonly blobs: BlobStore;
  readonly newId: NewId;
  readonly now: number;
}

export async function readDemoCase(content: DemoContent, deps: DemoCaseDeps): Promise<KeptCase> {
  const { newId } = deps;
  const { incident, files } = makeDemoCase(content, deps.now);
  const investigationId = newId();
  const folder = eventsFolder(deps.dataDir);
  const drop = () => removeEventStore(folder, investigationId);
  const events = openEventStore({ folder, key: deps.key, investigationId });
  try {
    const read: ReadCaseFile[] = [];
    for (const file of files) {
      const ids = { investigationId, sessionId: newId(), evidenceId: newId() };
      read.push(await readOne(file, { ...ids, events, blobs: deps.blobs }));
    }
    events.close();
    return { incident, investigationId, files: read, drop };
  } catch (error) {
    events.close();
    drop();
    throw error;
  }
}

interface Reading {
  readonly investigationId: string;
  readonly sessionId: string;
  readonly evidenceId: string;
  readonly events: EventStore;
  readonly blobs: BlobStore;
}

async function readOne(file: CaseFile, to: Reading): Promise<ReadCaseFile> {
  const { sessionId, evidenceId, blobs } = to;
  const kept = blobs.putSmall(file.bytes);
  const signal = new AbortController().signal;
  const limits = INTAKE_LIMITS;
  const run = {
    ...{ readers: LINE_LOG_READERS, work: blobs, limits, signal, passwords: [], goesOn: false },
    ...{ budget: createBudget(kept.size, limits, signal), takenAt: file.takenAt, only: null },
    ...{ ports: portsOf(to), seen: new Map<string, string>() },
  };
  const brought = { file: storedFile(blobs, kept), name: file.name, id: sessionId };
  const { found, receipt, failure } = await takeFile(run, brought);
  const { sizeBytes: _size, sha256, ...outcome } = outcomeOf(found, receipt, failure);
  return { ...file, sessionId, evidenceId, sha256, outcome, promoted: promotedOf(file, to) };
}

/** A log holds no other file. */
const portsOf = ({ events, evidenceId, sessionId }: Reading): IntakePorts => ({
  events: {
    addSource: (source) => events.addSource({ ...source, evidenceId }),
    insert: events.insert,
    finish: events.finish,
  },
  begin: () => sessionId,
  end() {},
  sameContent: () => null,
  chosenFor: () => null,
  reached() {},
});

function promotedOf(
  { marks, name }: CaseFile,
  { investigationId, sessionId, events }: Reading,
): ReadCaseFile['promoted'] {
  return marks.map(({ words, note, technique }) => {
    const query = { text: words.slice(0, EVENT_QUERY_LIMITS.text), sourceIds: [sessionId] };
    const [row] = events.search(query, { sort: 'time', offset: 0, limit: 1 }).rows;
    const event = row && events.get(row.id);
    if (!event) throw new Error(`Nothing of ${name} in the demo holds ${words}`);
    const frozen = freezeEvent(event);
    return {
      id: promotedId(investigationId, sessionId, recordKey(event)),
      ...{ eventId: String(event.id), timeMs: event.timeMs, timeNanos: event.timeNanos },
      ...{ kind: event.kind, summary: frozen.summary.slice(0, 500), event: frozen },
      ...{ note, technique },
    };
  });
}
