/** Notifications after a sync: 'Mara assigned you "Beacon"', 'Two people changed the same field'. */
import type { Database } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { WireConflict } from '../wire.ts';
import { type Assigned, assignedSince, lastPlace, setToldUpTo, toldUpTo } from './told.store.ts';

export interface Told {
  readonly account: string | null;
  readonly kind: 'sync-conflict' | 'other';
  readonly title: string;
  readonly body: string | null;
  readonly link: string | null;
}

export interface TellDeps {
  readonly db: Database;
  /** Accounts of this workstation. */
  readonly people: () => readonly string[];
  /** Stores one notification in the transaction. */
  readonly tell: (tx: WriteTx, told: Told) => void;
}

/** More at once become one. */
const SINGLE_ASSIGNMENTS = 3;
const CALLER = { actor: null, origin: 'system', action: 'notifications.tell' } as const;

export function createPeopleTeller({ db, people, tell }: TellDeps) {
  return (conflicts: readonly WireConflict[]): void => {
    const here = people();
    const [told, place] = db.read('sync.told', (reader) => [toldUpTo(reader), lastPlace(reader)]);
    // The first sync brings a workspace that others have worked in: nothing of it is news.
    const assigned =
      told === null || place === told
        ? []
        : db.read('sync.assigned', (reader) => assignedSince(reader, told, here));
    if (place === told && conflicts.length === 0) return;
    db.write(CALLER, (tx) => {
      for (const one of [...assignmentNews(assigned), ...conflictNews(conflicts, here)])
        tell(tx, one);
      setToldUpTo(tx, place);
    });
  };
}

function assignmentNews(assigned: readonly Assigned[]): Told[] {
  return [...Map.groupBy(assigned, ({ account }) => account)].flatMap(([account, alerts]) => {
    const told = { account, kind: 'other', body: null } as const;
    if (alerts.length > SINGLE_ASSIGNMENTS) {
      const title = `${alerts.length} alerts were assigned to you`;
      return [{ ...told, title, body: 'On other workstations', link: '/alerts' }];
    }
    return alerts.map(({ alertId, title, by }) => ({
      ...told,
      title: `${by ?? 'Somebody'} assigned an alert to you`,
      body: title,
      link: `/alerts?alert=${encodeURIComponent(alertId)}`,
    }));
  });
}

/** To those of both sides who work here; each is told once of all that one sync found. */
function conflictNews(conflicts: readonly WireConflict[], here: readonly string[]): Told[] {
  const counts = new Map<string, number>();
  for (const { winner, loser } of conflicts)
    for (const actor of new Set([winner.actor, loser.actor]))
      if (actor !== null && here.includes(actor)) counts.set(actor, (counts.get(actor) ?? 0) + 1);
  return [...counts].map(([account, count]) => ({
    ...{ account, kind: 'sync-conflict', link: '/settings/sync' },
    title:
      count === 1
        ? 'You and somebody else changed the same field'
        : `You and others changed ${count} fields at the same time`,
    body: 'The later change stands. Both values are under Settings, Sync; the other one is one click away.',
  }));
}
