/** Ends indicators whose time has come, with the reason in their history. */
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import { actsOfItsOwn } from '../../../db/own-accord.ts';
import { indicatorsTable } from '../../../db/tables/forensics.table.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { dueIndicators, findIndicator } from './indicators.store.ts';

const LOOK_EVERY_MS = 60_000;
const BATCH = 200;

/** One batch. @returns how many ended. */
export function endExpired(db: Database, clock: Clock): number {
  const due = db.read('indicators.due', (reader) =>
    actsOfItsOwn(reader) ? dueIndicators(reader, clock.now(), BATCH) : [],
  );
  if (due.length === 0) return 0;
  const caller = {
    ...{ actor: null, origin: 'system' as const, action: 'indicators.expire' },
    reason: 'Its time had come',
  } as const;
  return db.write(caller, (tx) => {
    for (const id of due) {
      const expiresAt = findIndicator(tx, id)?.expiresAt ?? tx.now;
      tx.update(indicatorsTable, id, {
        ...{ isActive: false, updatedAt: tx.now },
        inactiveReason: `Expired on ${toIso(expiresAt).slice(0, 10)}`,
      });
    }
    return due.length;
  });
}

export function startExpiry({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Log;
}): () => void {
  const look = () => {
    try {
      while (endExpired(db, clock) === BATCH);
    } catch (cause) {
      log.error('indicators could not be ended', { cause });
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
