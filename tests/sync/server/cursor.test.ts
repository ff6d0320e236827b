import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresServer } from '../../../src/main/areas/sync/server/postgres-server.store.ts';
import type { WireRow } from '../../../src/main/areas/sync/wire.ts';
import { connectTo, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { noteRow, openServerWorld, type ServerSeat } from '../../helpers/sync/server-world.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

/** Reads what is after the cursor, as both readers below do: ids in the order of their places. */
interface Reader {
  read(): Promise<string[]>;
}

/**
 * Two transactions: the first takes its place, the second takes the next and commits, a reader reads,
 * the first commits, the reader reads on. Returns what the reader has seen.
 */
async function crossTwo(
  first: pg.Client,
  write: (client: pg.Client, id: string) => Promise<unknown>,
  second: () => Promise<unknown>,
  reader: Reader,
): Promise<string[]> {
  await first.query('BEGIN');
  await write(first, 'early');
  const later = second();
  // Where the second must wait for the first it is not done before that commits.
  await Promise.race([later, sleep(500)]);
  const seen = await reader.read();
  await first.query('COMMIT');
  await later;
  return [...seen, ...(await reader.read())];
}

test('[SY22] a cursor over a serial column loses what commits late: why places are given under a lock', async () => {
  const login = await cluster.emptyDatabase();
  const [first, other] = [await connectTo(login), await connectTo(login)];
  await other.query('CREATE TABLE naive (seq bigserial PRIMARY KEY, id text)');
  let cursor = 0;
  const reader: Reader = {
    async read() {
      const { rows } = await other.query('SELECT seq, id FROM naive WHERE seq > $1 ORDER BY seq', [
        cursor,
      ]);
      cursor = Number(rows.at(-1)?.seq ?? cursor);
      return rows.map(({ id }) => String(id));
    },
  };
  const write = (client: pg.Client, id: string) =>
    client.query('INSERT INTO naive (id) VALUES ($1)', [id]);
  const seen = await crossTwo(first, write, () => write(other, 'late'), reader);
  expect(seen).toEqual(['late']);
  await first.end();
  await other.end();
});

test('[SY22] ours gives places in the order of commits, and a reader sees both', async () => {
  const world = await openServerWorld(await cluster.database());
  const [a, b, c] = [await world.seat(), await world.seat(), await world.seat()];
  const first = await connectTo(a.login);
  let cursor = 0;
  const reader: Reader = {
    async read() {
      const page = await c.server.pull(cursor, 100);
      cursor = page.cursor;
      return page.tables.flatMap(({ rows }) => rows.map(({ id }) => id));
    },
  };
  await b.server.head();
  const write = (client: pg.Client, id: string) => {
    const tables = [{ name: 'note_templates', columns: ['name', 'text'] }];
    const meta = { client: 1, node: a.node, cursor: 0, through: 1, conflicts: [], tables };
    const cells = ['{}', '{}', '{}', '{}', `{${id}}`, `{${a.stamp()}}`, '{NULL}', '{n}', '{t}'];
    return client.query('SELECT sync.push($1, $2)', [JSON.stringify(meta), cells]);
  };
  const second = () => push(b, [noteRow('late', b.stamp())]);
  expect(await crossTwo(first, write, second, reader)).toEqual(['early', 'late']);
  await first.end();
  await world.close();
});

const push = ({ server }: ServerSeat, rows: readonly WireRow[], cursor = 0) =>
  server.push({
    ...{ writes: [], conflicts: [], cursor, through: 1 },
    tables: [{ table: 'note_templates', rows: [...rows] }],
  });

test('[SY23] twenty workstations that push at once: no deadlock, nothing lost, nothing twice', async () => {
  const world = await openServerWorld(await cluster.database());
  const seats: ServerSeat[] = [];
  for (let i = 0; i < 20; i++) seats.push(await world.seat());
  const reader = await world.seat();
  const seen: string[] = [];
  let isOver = false;
  const reading = (async () => {
    let cursor = 0;
    for (;;) {
      const last = isOver;
      const page = await reader.server.pull(cursor, 50);
      for (const { rows } of page.tables) seen.push(...rows.map(({ id }) => id));
      cursor = page.cursor;
      if (last && page.isLast) return;
    }
  })();
  await Promise.all(
    seats.map(async (seat, s) => {
      for (let i = 0; i < 5; i++) {
        const rows = Array.from({ length: 10 }, (_, n) => noteRow(`${s}-${i}-${n}`, seat.stamp()));
        expect((await push(seat, rows)).behind).toEqual([]);
      }
    }),
  );
  isOver = true;
  await reading;
  expect(seen).toHaveLength(1_000);
  expect(new Set(seen).size).toBe(1_000);
  await world.close();
});

test('[SY24] a listener hears that the head moved, also before it could listen', async () => {
  const world = await openServerWorld(await cluster.database());
  const [a, b] = [await world.seat(), await world.seat()];
  let isThere = () => {};
  const slow = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  const server = createPostgresServer({
    node: () => b.node,
    async connect() {
      await slow;
      return connectTo(b.login);
    },
  });
  const heard: (number | null)[] = [];
  server.onMoved((head) => heard.push(head));
  const before = await push(a, [noteRow('before', a.stamp())]);
  isThere();
  await expect.poll(() => heard).toEqual([before.head]);
  const after = await push(a, [noteRow('after', a.stamp())]);
  await expect.poll(() => heard).toEqual([before.head, after.head]);
  await server.close();
  await world.close();
});
