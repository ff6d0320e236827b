/** LISTEN on a connection of its own: a hint that the head moved, never the truth. */
import type pg from 'pg';
import { z } from 'zod';

interface Deps {
  readonly connect: () => Promise<pg.Client>;
  /** This database's node. */
  readonly node: () => string;
}

type Told = { readonly head: number } | 'people';

interface Listening {
  /** Null: the connection that listened ended, perhaps with the server. */
  onMoved(listener: (head: number | null) => void): () => void;
  onPeople(listener: () => void): () => void;
  close(): Promise<void>;
}

const channelSchema = z.object({ channel: z.string().regex(/^watchfloor_[0-9a-f]{32}$/) });
const headSchema = z.object({ head: z.number().int().min(0) });
const toldSchema = z.union([
  z.literal('people'),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform((digits) => ({ head: Number(digits) })),
]);
/** Until it is tried again, the first time and where that failed too: polling goes on meanwhile. */
const SOON_MS = 1_000;
const AGAIN_MS = 30_000;

export function createListening(deps: Deps): Listening {
  const listeners = new Set<(head: number | null) => void>();
  const peopleListeners = new Set<() => void>();
  const isHeard = () => listeners.size + peopleListeners.size > 0;
  let opening: Promise<pg.Client | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let hasFailed = false;

  const again = (ms: number) => {
    opening = undefined;
    if (isClosed || !isHeard()) return;
    timer = setTimeout(start, ms);
    timer.unref();
  };
  const ended = () => {
    for (const listener of listeners) listener(null);
    again(SOON_MS);
  };
  const start = () => {
    if (isClosed || !isHeard() || opening) return;
    // What becomes of a connection that was given up is no longer of interest.
    const isCurrent = () => opening === mine && !isClosed;
    const mine: Promise<pg.Client | undefined> = listen(deps, tell, () => {
      if (isCurrent()) ended();
    }).then(
      (client) => {
        hasFailed = false;
        return client;
      },
      () => {
        if (isCurrent()) again(hasFailed ? AGAIN_MS : SOON_MS);
        hasFailed = true;
        return undefined;
      },
    );
    opening = mine;
  };
  const tell = (told: Told) => {
    if (told === 'people') for (const listener of peopleListeners) listener();
    else for (const listener of listeners) listener(told.head);
  };
  const stop = async () => {
    clearTimeout(timer);
    const leaving = opening;
    // At once: whoever listens from now on gets a connection that stays.
    opening = undefined;
    try {
      await (await leaving)?.end();
    } catch {
      // Nobody is there to be told.
    }
  };
  const hear = <L>(all: Set<L>, listener: L) => {
    all.add(listener);
    start();
    return () => {
      all.delete(listener);
      if (!isHeard()) void stop();
    };
  };

  return {
    onMoved: (listener) => hear(listeners, listener),
    onPeople: (listener) => hear(peopleListeners, listener),
    async close() {
      isClosed = true;
      listeners.clear();
      peopleListeners.clear();
      await stop();
    },
  };
}

/** What moved before it listens is told once it does: a sync that began beside it may have missed that. */
async function listen(
  { connect, node }: Deps,
  tell: (told: Told) => void,
  onEnded: () => void,
): Promise<pg.Client> {
  const client = await connect();
  try {
    client.on('notification', ({ payload }) => {
      const told = toldSchema.safeParse(payload ?? '');
      if (told.success) tell(told.data);
    });
    const { rows } = await client.query('SELECT sync.channel() AS channel');
    const { channel } = channelSchema.parse(rows[0]);
    await client.query(`LISTEN ${channel}`);
    const now = await client.query('SELECT sync.head($1) AS v', [node()]);
    tell(headSchema.parse(now.rows[0]?.v));
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  client.once('end', onEnded);
  return client;
}
