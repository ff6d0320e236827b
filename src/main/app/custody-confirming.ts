/** After joining a shared workspace: what was sealed here before is confirmed for the others, bit by bit. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CustodyKeeper } from '../areas/evidence/custody.store.ts';
import type { CoreDeps } from './core-deps.ts';

const CALLER = { actor: null, origin: 'system', action: 'evidence.confirm' } as const;

type Core = Pick<CoreDeps, 'db' | 'hub' | 'log'>;

/** The answer ends it. */
export function confirmOlderSeals({ db, hub, log }: Core, custody: CustodyKeeper): () => void {
  let isEnded = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    const waiting = db.read('evidence.toConfirm', custody.toConfirm);
    for (const id of waiting) {
      if (isEnded) return;
      db.write(CALLER, (tx) => custody.confirm(tx, id));
      await nextTurn();
    }
    if (!isEnded) db.write(CALLER, (tx) => custody.confirmedAll(tx));
  }
  const look = () => {
    if (running || isEnded || !db.read('evidence.isShared', custody.isToConfirm)) return;
    running = run()
      .catch((cause) => log.warn('older seals of custody could not be confirmed', { cause }))
      .finally(() => {
        running = null;
      });
  };
  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'changed' && event.resource === 'sync') look();
  });
  look();
  return () => {
    isEnded = true;
    unsubscribe();
  };
}
