/** What the server does not take, for the page, and how it is tried again. */
import {
  type RefusedAnswer,
  refusalByServerSchema,
} from '../../../../shared/areas/sync/sync-refused.contract.ts';
import type { Database } from '../../../db/database.ts';
import type { SyncedShapes } from '../../../db/synced-tables.ts';
import { tryRefusedAgain } from '../replica/pushed.store.ts';
import { LIMITS } from '../wire.ts';
import { administrators, countRefused, listRefused } from './refused.store.ts';

export interface RefusedService {
  count(): number;
  list(): RefusedAnswer;
  /** Marks all of them to be sent once more. */
  retry(actor: string): void;
}

export function createRefusedService(db: Database, shapes: SyncedShapes): RefusedService {
  const count = () => db.read('sync.refused.count', countRefused);
  return {
    count,
    list() {
      const rows = db.read('sync.refused', (reader) => listRefused(reader, shapes));
      const records = rows.map(({ isTooLarge, largest, said, ...row }) => ({
        ...row,
        reason: isTooLarge ? ('too-large' as const) : refusalByServerSchema.parse(said),
        largestField: isTooLarge ? largest : null,
      }));
      const whom = db.read('sync.refused.whom', administrators);
      return { records, total: count(), mostBytes: LIMITS.rowBytes, administrators: whom };
    },
    retry(actor) {
      db.write({ actor, origin: 'user', action: 'sync.retry' }, (tx) => {
        tryRefusedAgain(tx);
        tx.announce('sync');
      });
    },
  };
}
