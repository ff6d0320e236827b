/** A desk without the core around it: alerts, verdicts and people, and the engine's steps by hand. */
import { join } from 'node:path';
import { changeAlertRow } from '../../src/main/areas/alerts/alerts.store.ts';
import { createTactics } from '../../src/main/areas/assistant/attack-tactics.ts';
import { engineStep } from '../../src/main/areas/assistant/engine-step.ts';
import { alertsTable } from '../../src/main/db/tables/alerts.table.ts';
import { usersTable } from '../../src/main/db/tables/auth.table.ts';
import type { Caller } from '../../src/main/db/write-door.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { tellOfTrip } from '../../src/main/workers/desk-closing.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';
import type { TestDb } from '../helpers/open-test-db.ts';

export const BY: Caller = { actor: null, origin: 'system', action: 'tests.engine' };

export function createDesk({ db, clock }: TestDb) {
  const deps = { tacticsOf: createTactics(join(REPOSITORY, 'resources/attack')), tell: tellOfTrip };
  return {
    person(role: string): string {
      const id = newUuid();
      db.write(BY, (tx) =>
        tx.insert(usersTable, {
          ...{ id, email: `${id}@example.test`, firstName: 'Ann', lastName: id.slice(-4), role },
          ...{ createdAt: tx.now, updatedAt: tx.now },
        }),
      );
      return id;
    },
    alert(patch: Parameters<typeof alertRow>[0] = {}): string {
      const row = alertRow({ createdAt: clock.now(), sourceHost: 'web-01', ...patch });
      db.write(BY, (tx) => tx.insert(alertsTable, row));
      return row.id;
    },
    close(id: string, by: string, isMalicious = false): void {
      db.write(BY, (tx) =>
        changeAlertRow(tx, id, () => ({
          ...{ status: isMalicious ? 'RESOLVED' : 'FALSE_POSITIVE', closedBy: by },
          verdict: isMalicious ? 'TRUE_POSITIVE' : 'FALSE_POSITIVE',
          ...{ resolvedAt: tx.now, updatedAt: tx.now },
        })),
      );
    },
    reopen(id: string): void {
      db.write(BY, (tx) =>
        changeAlertRow(tx, id, () => ({
          ...{ status: 'OPEN', closedBy: null, verdict: null, resolvedAt: null },
        })),
      );
    },
    /** Until nothing is left to do. */
    work(limit = 200): void {
      for (let n = 0; n < 10_000; n++)
        if (db.write(BY, (tx) => engineStep(tx, deps, limit)).isOver) return;
      throw new Error('The engine never ends');
    },
  };
}
