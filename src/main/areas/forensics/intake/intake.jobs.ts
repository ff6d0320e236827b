/**
 * Reads one file of an investigation, beside the core, into the investigation's own event store. It
 * begins by taking away what an earlier reading left, so that it may be ended anywhere and begun
 * again. Cancelled, it takes away what it kept.
 */
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { INTAKE_LIMITS as LIMITS } from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { forensicSessionsTable } from '../../../db/tables/forensics.table.ts';
import type { Caller } from '../../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../../jobs/job.ts';
import { type BlobStore, createBlobStore } from '../../../platform/blob-store.ts';
import type { EventStore } from '../events/event-store.types.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { PasswordNeeded } from './archive.types.ts';
import { createBudget } from './budget.ts';
import { storedFile } from './file-bytes.ts';
import {
  findContent,
  findSession,
  formerInnerOf,
  innerOf,
  removeSession,
  type SessionRow,
} from './intake.store.ts';
import { outcomeOf } from './outcome.ts';
import { type IntakePorts, takeFile } from './take-file.ts';
import { WORK_FOLDER } from './work-folder.ts';

const readingInputSchema = z.object({
  sessionId: z.string(),
  passwords: z.array(z.string()),
  /** Encrypted members that none of them opens are passed over. */
  goesOn: z.boolean(),
});
const cleaningInputSchema = z.object({
  investigationId: z.string(),
  sourceIds: z.array(z.string()),
});

export interface IntakeJobDeps {
  /** Of the evidence area: where files are kept in a data folder. */
  readonly evidenceFolder: string;
  readonly loadReaders: (dataDir: string, db: Database) => Promise<readonly EvidenceReader[]>;
  readonly openEvents: (of: {
    readonly dataDir: string;
    readonly key: Uint8Array;
    readonly investigationId: string;
  }) => Promise<EventStore>;
}

interface Reading {
  readonly session: SessionRow;
  readonly root: SessionRow;
  readonly inner: readonly SessionRow[];
}

function findReading({ db }: JobContext, sessionId: string): Reading {
  return db.read('forensics.reading', (reader) => {
    const session = findSession(reader, sessionId);
    const root = session?.parentId ? findSession(reader, session.parentId) : session;
    if (!session || !root) throw new AppError('not-found', 'There is no such file any more');
    return { session, root, inner: session === root ? innerOf(reader, root.id) : [] };
  });
}

/** A cancel waits no longer for the bytes of what was read; they go with the next reading. */
const CANCEL_MS = 400;

const callerOf = ({ startedBy }: JobContext): Caller => ({
  actor: startedBy,
  origin: 'job',
  action: 'forensics.read',
});

export function createReadingJob(deps: IntakeJobDeps): JobFunction {
  return async (rawInput, context) => {
    const { sessionId, passwords, goesOn } = readingInputSchema.parse(rawInput);
    const dataDir = dirname(context.storage.databasePath);
    const { key } = context.storage;
    const reading = findReading(context, sessionId);
    const { investigationId } = reading.root;
    const events = await deps.openEvents({ dataDir, key, investigationId });
    const work = createBlobStore(join(dataDir, WORK_FOLDER, context.jobId), key);
    try {
      begin(context, reading, events);
      return await read(context, deps, { ...reading, events, work, passwords, goesOn });
    } catch (error) {
      clean(context, reading, events, CANCEL_MS);
      if (!(error instanceof PasswordNeeded)) throw error;
      waitForPassword(context, sessionId, error.message);
      return { state: 'WAITING' };
    } finally {
      events.close();
      await work.removeAll();
    }
  };
}

/** Takes away the events of a file that is no longer in its investigation. */
export function createCleaningJob({ openEvents }: IntakeJobDeps): JobFunction {
  return async (rawInput, { storage }) => {
    const { investigationId, sourceIds } = cleaningInputSchema.parse(rawInput);
    const dataDir = dirname(storage.databasePath);
    const events = await openEvents({ dataDir, key: storage.key, investigationId });
    try {
      for (const id of sourceIds) events.removeSource(id);
    } finally {
      events.close();
    }
    return {};
  };
}

/** Events of this file, and of files that a reading which was cut off never wrote down. */
function clean(
  context: JobContext,
  { session, root }: Reading,
  events: EventStore,
  mostMs = Number.POSITIVE_INFINITY,
): void {
  const { db } = context;
  const ids = events.sources().map(({ id }) => id);
  const { inner, lost } = db.read('forensics.reading', (reader) => {
    const rows = session.id === root.id ? innerOf(reader, root.id) : [];
    const own = new Set([session.id, ...rows.map(({ id }) => id)]);
    return {
      inner: rows,
      lost: ids.filter((id) => own.has(id) || findSession(reader, id) === undefined),
    };
  });
  const until = performance.now() + mostMs;
  for (const id of lost) events.removeSource(id, Math.max(0, until - performance.now()));
  if (inner.length > 0)
    db.write(callerOf(context), (tx) => {
      for (const { id } of inner) removeSession(tx, id);
    });
}

function begin(context: JobContext, reading: Reading, events: EventStore): void {
  clean(context, reading, events);
  context.db.write(callerOf(context), (tx) => {
    const now = findSession(tx, reading.session.id);
    if (now?.status !== 'QUEUED' && now?.status !== 'RUNNING')
      throw new AppError('conflict', 'This file is not to be read any more');
    tx.update(forensicSessionsTable, now.id, {
      ...{ status: 'RUNNING', problem: null, receipt: null, results: null, events: null },
      ...{ completedAt: null },
    });
  });
}

function waitForPassword(context: JobContext, id: string, problem: string): void {
  context.db.write(callerOf(context), (tx) => {
    if (findSession(tx, id)?.status !== 'RUNNING') return;
    tx.update(forensicSessionsTable, id, { status: 'WAITING', problem });
  });
}

interface Working extends Reading {
  readonly events: EventStore;
  readonly work: BlobStore;
  readonly passwords: readonly string[];
  readonly goesOn: boolean;
}

async function read(context: JobContext, deps: IntakeJobDeps, working: Working): Promise<unknown> {
  const { signal, storage } = context;
  const { session, root, events, work, passwords, goesOn } = working;
  const dataDir = dirname(storage.databasePath);
  const evidence = createBlobStore(join(dataDir, deps.evidenceFolder), storage.key);
  const { sha256 } = root;
  if (sha256 === null) throw new AppError('conflict', 'This session has no file');
  const file = storedFile(evidence, { sha256, size: root.sizeBytes ?? 0 });
  const only = session.id === root.id ? null : session.innerPath;
  const ports = portsOf(context, working, only);
  const run = {
    ...{
      readers: await deps.loadReaders(dataDir, context.db),
      work,
      limits: LIMITS,
      signal,
      passwords,
      goesOn,
    },
    ...{ budget: createBudget(file.size, LIMITS, signal), takenAt: root.startedAt, only, ports },
    seen: new Map<string, string>(),
  };
  const name = root.fileName ?? '';
  const { found, receipt, failure } = await takeFile(run, { file, name, id: root.id });
  signal.throwIfAborted();
  if (only === null) finishRow(context, root.id, outcomeOf(found, receipt, failure));
  else finishMissing(context, session.id);
  return { state: 'DONE', events: events.sources().length };
}

function portsOf(
  context: JobContext,
  { session, root, inner, events }: Working,
  only: string | null,
): IntakePorts {
  const { db, newId } = context;
  const chosen = new Map(
    [root, session, ...inner].map((row) => [row.innerPath ?? '', chosenOf(row)] as const),
  );
  const opened = new Map<string, number>();
  // A file inside that is read anew goes on under its own id: what people decided hangs on it.
  const former = new Map(
    db
      .read('forensics.formerFiles', (reader) => formerInnerOf(reader, root.id))
      .map((row) => [row.innerPath, row.id]),
  );
  return {
    events: {
      addSource: (source) => events.addSource({ ...source, evidenceId: root.evidenceId }),
      insert: (id, batch) => events.insert(id, batch),
      finish: (id) => events.finish(id),
    },
    chosenFor: (path) => chosen.get(path) ?? null,
    sameContent(sha256) {
      const except = only === null ? null : session.id;
      const same = db.read('forensics.content', (reader) =>
        findContent(reader, root.investigationId, sha256, except),
      );
      if (!same) return null;
      return `the same content as '${same.innerPath ?? same.fileName ?? ''}'; not read twice`;
    },
    begin({ path }) {
      const id = only === null ? (former.get(path) ?? newId()) : session.id;
      opened.set(id, context.clock.now());
      return id;
    },
    end(id, found, receipt, failure) {
      const outcome = outcomeOf(found, receipt, failure);
      if (only !== null) {
        finishRow(context, id, outcome);
        return;
      }
      db.write(callerOf(context), (tx) => {
        const fields = {
          ...{ investigationId: root.investigationId, parentId: root.id },
          ...{
            fileName: found.path,
            innerPath: found.path,
            chosen: chosen.get(found.path) ?? null,
          },
          ...{ startedAt: opened.get(id) ?? tx.now, completedAt: tx.now },
          ...{ createdBy: root.createdBy, ...outcome },
        };
        if (tx.revive(forensicSessionsTable, id)) tx.update(forensicSessionsTable, id, fields);
        else tx.insert(forensicSessionsTable, { id, ...fields });
      });
      context.relieveLog();
    },
    reached: (done) =>
      context.report({ done, total: root.sizeBytes, message: `Reading ${root.fileName ?? ''}` }),
  };
}

function chosenOf({ chosen }: SessionRow): readonly string[] | null {
  const known = z.array(z.string()).safeParse(chosen);
  return known.success && known.data.length > 0 ? known.data : null;
}

function finishRow(context: JobContext, id: string, outcome: ReturnType<typeof outcomeOf>): void {
  context.db.write(callerOf(context), (tx) => {
    if (findSession(tx, id)?.status !== 'RUNNING')
      throw new AppError('conflict', 'This file is not read any more');
    tx.update(forensicSessionsTable, id, { ...outcome, completedAt: tx.now });
  });
}

/** The file inside that was to be read again was not met any more. */
function finishMissing(context: JobContext, id: string): void {
  context.db.write(callerOf(context), (tx) => {
    if (findSession(tx, id)?.status !== 'RUNNING') return;
    const problem = 'This file was not found in its archive again, or no reader takes it.';
    tx.update(forensicSessionsTable, id, { status: 'FAILED', problem, completedAt: tx.now });
  });
}
