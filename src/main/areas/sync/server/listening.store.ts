/** LISTEN on a connection of its own: a hint that the head moved, never the truth. */
import type pg from 'pg';
import { z } from 'zod';

interface Deps {
  readonly connect: () => Promise<pg.Client>;
}

interface Listening {
  onMoved(listener: (head: number) => void): () => void;
  close(): Promise<void>;
}

const channelSchema = z.object({ channel: z.string().regex(/^watchfloor_[0-9a-f]{32}$/) });
const headSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
/** Until it is tried again: polling goes on meanwhile. */
const AGAIN_MS = 30_000;

export function createListening({ connect }: Deps): Listening {
  const listeners = new Set<(head: number) => void>();
  let opening: Promise<pg.Client | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const again = () => {
    opening = undefined;
    if (isClosed || listeners.size === 0) return;
    timer = setTimeout(start, AGAIN_MS);
    timer.unref();
  };
  const start = () => {
    if (isClosed || listeners.size === 0) return;
    opening ??= listen(connect, tell, again).catch(() => {
      again();
      return undefined;
    });
  };
  const tell = (head: number) => {
    for (const listener of listeners) listener(head);
  };
  const stop = async () => {
    clearTimeout(timer);
    const client = await opening;
    opening = undefined;
    await client?.end().catch(() => undefined);
  };

  return {
    onMoved(listener) {
      listeners.add(listener);
      start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) void stop();
      };
    },
    async close() {
      isClosed = true;
      listeners.clear();
      await stop();
    },
  };
}

async function listen(
  connect: () => Promise<pg.Client>,
  tell: (head: number) => void,
  onEnded: () => void,
): Promise<pg.Client> {
  const client = await connect();
  client.once('end', onEnded);
  client.on('notification', ({ payload }) => {
    const head = headSchema.safeParse(payload ?? '');
    if (head.success) tell(head.data);
  });
  const { rows } = await client.query('SELECT sync.channel() AS channel');
  const { channel } = channelSchema.parse(rows[0]);
  await client.query(`LISTEN ${channel}`);
  return client;
}
