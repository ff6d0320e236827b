/**
 * Where one PostgreSQL ends (docs/scale.md): many workspaces whose workstations push at once, and what
 * one change costs in workspaces of different size. `node tests/bench/sync-scale.ts`; about two minutes.
 */
import { LIMITS, type WireRow } from '../../src/main/areas/sync/wire.ts';
import { startPostgres } from '../helpers/postgres.ts';
import {
  noteRow,
  openServerWorld,
  type ServerSeat,
  type ServerWorld,
} from '../helpers/sync/server-world.ts';

const push = ({ server }: ServerSeat, rows: readonly WireRow[], cursor: number) =>
  server.push({
    ...{ writes: [], conflicts: [], cursor, through: 1 },
    tables: [{ table: 'note_templates', rows: [...rows] }],
  });

/** Rows a second of so many workspaces, each with one workstation that pushes batches of 100. */
async function pushInMany(worlds: readonly ServerWorld[]): Promise<number> {
  const seats = await Promise.all(worlds.map((world) => world.seat()));
  await Promise.all(seats.map(({ server }) => server.head()));
  const from = performance.now();
  await Promise.all(
    seats.map(async (seat) => {
      for (let i = 0; i < 10; i++) {
        const rows = Array.from({ length: 100 }, (_, n) => noteRow(`${i}-${n}`, seat.stamp()));
        await push(seat, rows, 0);
      }
    }),
  );
  return Math.round((seats.length * 1_000 * 1_000) / (performance.now() - from));
}

/** Milliseconds of pushing and reading a hundred changes, beside so many rows that stay. */
async function changeAmong(world: ServerWorld, stored: number): Promise<number> {
  const [writer, reader] = [await world.seat(), await world.seat()];
  let head = 0;
  for (let start = 0; start < stored; start += LIMITS.rows) {
    const count = Math.min(LIMITS.rows, stored - start);
    const rows = Array.from({ length: count }, (_, i) =>
      noteRow(`r${start + i}`, writer.stamp(-60_000)),
    );
    ({ head } = await push(writer, rows, head));
  }
  await reader.server.head();
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const rows = Array.from({ length: 100 }, (_, i) => noteRow(`r${i * 7}`, writer.stamp()));
    const from = performance.now();
    const before = head;
    ({ head } = await push(writer, rows, head));
    await reader.server.pull(before, LIMITS.rows);
    times.push(performance.now() - from);
  }
  return Math.round(times.sort((a, b) => a - b)[4] ?? 0);
}

const cluster = await startPostgres({ settings: { shared_buffers: '256MB', max_wal_size: '4GB' } });
try {
  const login = await cluster.database();
  for (const count of [1, 10, 40]) {
    const worlds: ServerWorld[] = [];
    for (let i = 0; i < count; i++) worlds.push(await openServerWorld(login));
    const rate = await pushInMany(worlds);
    process.stdout.write(`${count} workspaces at once: ${rate} rows/s\n`);
    await Promise.all(worlds.map((world) => world.close()));
  }
  for (const stored of [1_000, 100_000]) {
    const world = await openServerWorld(login);
    const ms = await changeAmong(world, stored);
    process.stdout.write(`100 changes among ${stored} rows: ${ms} ms\n`);
    await world.close();
  }
} finally {
  await cluster.stop();
}
