/** Says what is open here while it is, and hears what others have open; silent while nothing is. */
import type { SyncServer } from '../sync-server.port.ts';
import type { Presence } from '../wire.ts';

/** The server forgets after 60 s. */
const SAY_EVERY_MS = 20_000;

export type OpenRecord = {
  readonly person: string;
  readonly table: string;
  readonly record: string;
};

export interface PresenceDeps {
  readonly server: () => SyncServer | null;
  hear(others: readonly Presence[]): void;
}

export function createPresence({ server, hear }: PresenceDeps) {
  let open: readonly OpenRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isSaying = false;
  let isAgain = false;

  async function say(): Promise<void> {
    const one = server();
    if (one === null) return;
    if (isSaying) {
      isAgain = true;
      return;
    }
    isSaying = true;
    try {
      hear(await one.present(open));
    } catch {
      // The loop meets the same failure, and says so.
    } finally {
      isSaying = false;
    }
    if (!isAgain) return;
    isAgain = false;
    await say();
  }

  return {
    set(records: readonly OpenRecord[]): void {
      const isSame = JSON.stringify(records) === JSON.stringify(open);
      open = records;
      clearInterval(timer);
      if (open.length > 0) timer = setInterval(() => void say(), SAY_EVERY_MS);
      if (!isSame) void say();
    },
    /** A connection stands again. */
    connected(): void {
      if (open.length > 0) void say();
    },
    stop: () => clearInterval(timer),
  };
}
