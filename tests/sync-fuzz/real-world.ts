/** Workstations with real databases and a real PostgreSQL: the same kind of histories, fewer of them. */

import type { Replica } from '../../src/main/areas/sync/replica.port.ts';
import { createPostgresServer } from '../../src/main/areas/sync/server/postgres-server.store.ts';
import { SyncFailure, type SyncServer } from '../../src/main/areas/sync/sync-server.port.ts';
import { LIMITS } from '../../src/main/areas/sync/wire.ts';
import type { LoopMemory } from '../../src/main/areas/sync/worker/loop.types.ts';
import { runSync } from '../../src/main/areas/sync/worker/sync-run.ts';
import type { Database } from '../../src/main/db/database.ts';
import { noteTemplatesTable } from '../../src/main/db/tables/discussion.table.ts';
import { controlEvidenceTable } from '../../src/main/db/tables/evidence.table.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import { nodeOfDatabase, openReplica } from '../../src/main/workers/sync-replica.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { connectTo, type PostgresLogin } from '../helpers/postgres.ts';
import { createRandom, type Random } from '../helpers/random.ts';
import { openServerWorld, type ServerSeat } from '../helpers/sync/server-world.ts';

export interface RealStation {
  readonly who: number;
  readonly person: string;
  readonly db: Database;
  readonly replica: Replica;
  readonly server: SyncServer;
  memory: LoopMemory;
}

export interface RealWorld {
  readonly stations: readonly RealStation[];
  readonly random: Random;
  /** Values that were written and not knowingly replaced: each is there at the end, or a conflict is. */
  readonly leaves: Map<string, Leaf>;
  /** Values of rows that were deleted when deletions were purged. */
  readonly purged: Set<string>;
  values: number;
  /** Deletions were purged at the server: what is left of them differs from here to there. */
  isPurged: boolean;
  purge(): Promise<void>;
  close(): Promise<void>;
}

interface Leaf {
  readonly who: number;
  readonly id: string;
}

const FRESH: LoopMemory = {
  ...{ isPaused: false, lastSuccessAt: null, isCompareDue: false, clockOffsetMs: 0 },
  ...{ comparedAt: null, recoveredAt: null },
};

/** @param through another address than the server's own: a proxy's */
export async function openRealWorld(
  owner: PostgresLogin,
  options: { count: number; seed: number; through?: number },
): Promise<RealWorld> {
  const server = await openServerWorld(owner);
  const opened: TestDb[] = [];
  const stations: RealStation[] = [];
  for (let who = 0; who < options.count; who++) {
    const test = openTestDb();
    opened.push(test);
    // The server's clock is the real one.
    test.clock.advance(Date.now() - test.clock.now());
    test.storage.connection.pragma('foreign_keys = OFF');
    const seat = await server.seat({ node: nodeOfDatabase(test.db) });
    stations.push(openStation(who, test, seat, options.through));
  }
  const world: RealWorld = {
    ...{ stations, random: createRandom(options.seed), leaves: new Map(), values: 0 },
    purged: new Set(),
    isPurged: false,
    async purge() {
      for (const at of stations)
        for (const { name, text } of deletedNotesOf(at)) world.purged.add(name).add(text);
      await server.purge();
      world.isPurged = true;
    },
    async close() {
      await Promise.all(stations.map((one) => one.server.close()));
      await server.close();
      for (const one of opened) one.close();
    },
  };
  return world;
}

function openStation(
  who: number,
  { db, clock }: TestDb,
  seat: ServerSeat,
  through: number | undefined,
): RealStation {
  const { person, login } = seat;
  const port = through ?? login.port;
  return {
    ...{ who, person, db, memory: FRESH },
    replica: openReplica({ db, clock, people: () => new Set([person]) }),
    server: createPostgresServer({
      connect: () => reach({ ...login, port }),
      node: () => nodeOfDatabase(db),
      timeoutMs: 5_000,
    }),
  };
}

async function reach(login: PostgresLogin) {
  try {
    return await connectTo(login);
  } catch (cause) {
    throw new SyncFailure('unreachable', 'The server does not answer.', { cause });
  }
}

/** A server whose n-th call does not reach it, or whose answer does not come back. */
export function cutAt(server: SyncServer, call: number, isAfter: boolean): SyncServer {
  let calls = 0;
  const through = async <R>(act: () => Promise<R>): Promise<R> => {
    const isCut = ++calls === call;
    if (isCut && !isAfter) throw new SyncFailure('unreachable', 'The way was cut.');
    const result = await act();
    if (isCut) throw new SyncFailure('unreachable', 'The answer was lost.');
    return result;
  };
  return {
    ...server,
    head: () => through(server.head),
    pull: (cursor, limit) => through(() => server.pull(cursor, limit)),
    push: (batch) => through(() => server.push(batch)),
  };
}

export function syncReal(at: RealStation, server: SyncServer = at.server, pageRows?: number) {
  return runSync({
    server: pageRows ? { ...server, pull: (cursor) => server.pull(cursor, pageRows) } : server,
    replica: at.replica,
    signal: new AbortController().signal,
    progress: () => {},
    clock: { now: () => Date.now() },
    memory: () => at.memory,
    remember(change) {
      at.memory = { ...at.memory, ...change };
    },
    purge: () => {},
    assertRoom: () => {},
  });
}

/** What fails on the way to the server ends this sync; the next one begins anew. */
export async function trySync(at: RealStation, server?: SyncServer, pageRows?: number) {
  try {
    await syncReal(at, server, pageRows ?? LIMITS.rows);
  } catch (error) {
    if (!(error instanceof SyncFailure) || error.kind === 'malformed' || error.kind === 'refused')
      throw error;
  }
}

const write = <R>({ db, person }: RealStation, fn: (tx: WriteTx) => R): R =>
  db.write({ actor: person, origin: 'user', action: 'test.edit' }, fn);

interface Note {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

const notesOf = ({ db }: RealStation): Note[] =>
  db.read('test.notes', (reader) =>
    reader.all<Note>(
      'SELECT id, name, text FROM note_templates WHERE deleted_at IS NULL ORDER BY id',
    ),
  );

const deletedNotesOf = ({ db }: RealStation): Note[] =>
  db.read('test.notes', (reader) =>
    reader.all<Note>('SELECT id, name, text FROM note_templates WHERE deleted_at IS NOT NULL'),
  );

/** One thing that a person does at one of the workstations. */
export function act(world: RealWorld, at: RealStation): void {
  const { random } = world;
  const notes = notesOf(at);
  const kind = random.below(10);
  if (kind < 3 || notes.length === 0) insertNote(world, at);
  else if (kind < 5) link(world, at);
  else if (kind === 5) write(at, (tx) => tx.remove(noteTemplatesTable, random.pick(notes).id));
  else editNote(world, at, random.pick(notes));
}

function editNote(world: RealWorld, at: RealStation, note: Note): void {
  const field = world.random.chance(50) ? 'name' : 'text';
  const value = `v${world.values++}`;
  world.leaves.delete(note[field]);
  world.leaves.set(value, { who: at.who, id: note.id });
  write(at, (tx) => tx.update(noteTemplatesTable, note.id, { [field]: value }));
}

function insertNote(world: RealWorld, at: RealStation): void {
  const id = `note-${at.who}-${world.values}`;
  const [name, text] = [`v${world.values++}`, `v${world.values++}`];
  world.leaves.set(name, { who: at.who, id });
  world.leaves.set(text, { who: at.who, id });
  write(at, (tx) =>
    tx.insert(noteTemplatesTable, {
      ...{ id, name, text, verdict: null, createdBy: at.person },
      ...{ createdAt: tx.now, updatedAt: tx.now },
    }),
  );
}

/** Two may link the same pair apart, unlink it, and link it again. */
function link(world: RealWorld, at: RealStation): void {
  const [controlId, evidenceId] = [`c${world.random.below(3)}`, `e${world.random.below(2)}`];
  const known = at.db.read('test.link', (reader) =>
    reader.get<{ id: string }>(
      'SELECT id FROM control_evidence WHERE control_id = ? AND evidence_id = ? AND deleted_at IS NULL',
      controlId,
      evidenceId,
    ),
  );
  const id = `link-${at.who}-${world.values++}`;
  write(at, (tx) => {
    if (known) tx.remove(controlEvidenceTable, known.id);
    else tx.insert(controlEvidenceTable, { id, controlId, evidenceId, createdAt: tx.now });
  });
}
