import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Database } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { Clock } from '../../platform/clock.ts';
import { type KnownAccount, settleFilter } from './alert-query.ts';

/** Settles what an account asks for; see `settleFilter`. */
export type FilterSettler = <F extends AlertFilter>(filter: F, me: string) => F;

/** Names of accounts are read where a query names somebody; those that are gone count, their alerts are still here. */
export function createFilterSettler(db: Database, clock: Clock): FilterSettler {
  const accounts = () =>
    db.read('alerts.accounts', (reader) =>
      reader.all<KnownAccount>(
        `SELECT id, email, trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) AS name
         FROM users`,
      ),
    );
  const targets = () => db.read('alerts.targets', readWorkspaceSettings);
  return (filter, me) => settleFilter(filter, { me, now: clock.now(), targets, accounts });
}
