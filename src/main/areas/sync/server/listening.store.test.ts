import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createListening } from './listening.store.ts';

/** A connection as far as listening needs one; opening and ending it take until they are let through. */
class TestClient extends EventEmitter {
  readonly opened = Promise.withResolvers<void>();
  readonly left = Promise.withResolvers<void>();
  isEnding = false;

  query(sql: string) {
    if (sql.includes('channel()')) return { rows: [{ channel: `watchfloor_${'0'.repeat(32)}` }] };
    return { rows: [{ v: { head: 7 } }] };
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.left.promise;
    this.emit('end');
  }
}

function openWorld() {
  const clients: TestClient[] = [];
  const listening = createListening({
    node: () => 'node',
    async connect() {
      const client = new TestClient();
      clients.push(client);
      await client.opened.promise;
      return client as unknown as pg.Client;
    },
  });
  const heard: (number | null)[] = [];
  const listen = () => listening.onMoved((head) => heard.push(head));
  return { clients, listening, heard, listen };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

test('[SY279] who listens while the connection of others ends gets one of its own', async () => {
  const { clients, listening, heard, listen } = openWorld();
  const leave = listen();
  clients[0]?.opened.resolve();
  await settle();
  leave();
  await settle();
  expect(clients[0]?.isEnding).toBe(true);
  listen();
  clients[1]?.opened.resolve();
  await settle();
  clients[0]?.left.resolve();
  await settle();
  clients[1]?.emit('notification', { payload: '12' });
  expect(heard).toEqual([7, 7, 12]);
  expect(clients[1]?.isEnding).toBe(false);
  clients[1]?.left.resolve();
  await listening.close();
});

test('[SY279] who listens while a connection that nobody wants any more still opens gets one of its own', async () => {
  const { clients, listening, heard, listen } = openWorld();
  listen()();
  listen();
  expect(clients).toHaveLength(2);
  clients[0]?.opened.resolve();
  clients[0]?.left.resolve();
  await settle();
  clients[1]?.opened.resolve();
  await settle();
  expect(clients.map(({ isEnding }) => isEnding)).toEqual([true, false]);
  clients[1]?.emit('notification', { payload: '9' });
  expect(heard.at(-1)).toBe(9);
  clients[1]?.left.resolve();
  await listening.close();
});

test('the end of the connection that listens is told, and another one is opened', async () => {
  const { clients, listening, heard, listen } = openWorld();
  listen();
  clients[0]?.opened.resolve();
  await settle();
  clients[0]?.emit('end');
  expect(heard).toEqual([7, null]);
  await expect.poll(() => clients.length, { timeout: 5_000 }).toBe(2);
  clients[1]?.opened.resolve();
  await settle();
  expect(heard).toEqual([7, null, 7]);
  clients[1]?.left.resolve();
  await listening.close();
});
