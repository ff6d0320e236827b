import { expect } from 'vitest';
import type { Digest } from '../../src/main/areas/sync/wire.ts';
import { type RealStation, type RealWorld, syncReal, trySync } from './real-world.ts';

const TABLES = ['note_templates', 'control_evidence'];
const ROUNDS = 10;

/** Everybody syncs until nothing moves; then all is the same, and nothing was lost unsaid. */
export async function settleReal(world: RealWorld, history: string): Promise<void> {
  // A connection that was cut is noticed by the next call on it.
  for (const at of world.stations) await trySync(at);
  for (let round = 0; ; round++) {
    let moved = 0;
    for (const at of world.stations) {
      const { received, sent } = await syncReal(at);
      moved += received + sent;
    }
    if (moved === 0 && round > 0) break;
    if (round > ROUNDS) throw new Error(`${history}: there is no end of syncing.`);
  }
  const [first] = world.stations;
  if (!first) return;
  const expected = await serverDigests(first);
  for (const at of world.stations) {
    expect(shownOf(world, at), `${history}: rows of workstation ${at.who}`).toEqual(
      shownOf(world, first),
    );
    expect(digestsOf(at), `${history}: digests of workstation ${at.who}`).toEqual(expected);
  }
  const told = new Set(conflictValues(first));
  const there = new Set(
    world.stations.flatMap((at) => rowsOf(at).flatMap(({ name, text }) => [name, text])),
  );
  for (const [value, { who, id }] of world.leaves)
    if (!there.has(value) && !told.has(value) && !world.purged.has(value))
      throw new Error(
        `${history}: workstation ${who} wrote ${value} into ${id}; it is neither there nor a conflict.`,
      );
  world.leaves.clear();
}

/** What was purged is a deletion here, nothing there, and of another moment elsewhere. */
const shownOf = ({ isPurged }: RealWorld, at: RealStation) =>
  isPurged ? rowsOf(at).filter((row) => (row.deleted_at ?? null) === null) : rowsOf(at);

interface Row {
  readonly deleted_at?: number | null;
  readonly id: string;
  readonly name?: string;
  readonly text?: string;
}

const rowsOf = ({ db }: RealStation): Row[] =>
  db.read('test.rows', (reader) => [
    ...reader.all<Row>('SELECT id, name, text, deleted_at FROM note_templates ORDER BY id'),
    ...reader.all<Row>(
      'SELECT id, control_id, evidence_id FROM control_evidence WHERE deleted_at IS NULL ORDER BY id',
    ),
  ]);

const inOrder = (digests: readonly Digest[]) =>
  [...digests].sort((a, b) => a.table.localeCompare(b.table) || a.bucket - b.bucket);

const digestsOf = ({ replica }: RealStation) =>
  inOrder(TABLES.flatMap((table) => replica.digests(table)));

const serverDigests = async ({ server }: RealStation) =>
  inOrder((await Promise.all(TABLES.map((table) => server.digests(table)))).flat());

const conflictValues = ({ db }: RealStation): string[] =>
  db
    .read('test.conflicts', (reader) =>
      reader.all<{ winner: string; loser: string }>(
        'SELECT winner_value AS winner, loser_value AS loser FROM sync_conflicts',
      ),
    )
    .flatMap(({ winner, loser }) => [winner, loser])
    .map((text) => String(JSON.parse(text)));
