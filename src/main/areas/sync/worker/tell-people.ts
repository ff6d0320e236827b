/** Notifications after a sync: 'Mara assigned you "Beacon"', 'Two people changed the same field'. */
import { fieldText, tableText } from '../../../../shared/areas/sync/record-words.ts';
import type { SyncConflict } from '../../../../shared/areas/sync/sync-state.contract.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import {
  type Assigned,
  assignedSince,
  conflictsSince,
  lastPlaces,
  setToldUpTo,
  type ToldUpTo,
  toldUpTo,
} from './told.store.ts';

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
  /** One conflict, in words. */
  readonly conflict: (reader: ReadDb, id: string) => SyncConflict | undefined;
}

/** More at once become one. */
const SINGLE_ASSIGNMENTS = 3;
const SHORT_LETTERS = 80;
const CALLER = { actor: null, origin: 'system', action: 'notifications.tell' } as const;

export function createPeopleTeller(deps: TellDeps) {
  const { db, tell } = deps;
  return (): void => {
    const { told, now } = db.read('sync.told', (reader) => ({
      told: toldUpTo(reader),
      now: lastPlaces(reader),
    }));
    if (told?.entry === now.entry && told.conflict === now.conflict) return;
    // The first sync brings a workspace that others have worked in: nothing of it is news.
    const news = told === null ? [] : db.read('sync.news', (reader) => newsOf(reader, deps, told));
    db.write(CALLER, (tx) => {
      for (const one of news) tell(tx, one);
      setToldUpTo(tx, now);
    });
  };
}

function newsOf(reader: ReadDb, { people, conflict }: TellDeps, told: ToldUpTo): Told[] {
  const here = people();
  return [
    ...assignmentNews(assignedSince(reader, told.entry, here)),
    ...conflictsSince(reader, told.conflict, here).map(({ account, count, first }) => {
      const named = first.flatMap((id) => conflict(reader, id) ?? []);
      const [one] = named;
      return count === 1 && one
        ? oneConflictNews(account, one)
        : conflictsNews(account, count, named);
    }),
  ];
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
function conflictsNews(account: string, count: number, first: readonly SyncConflict[]): Told {
  const lines = first.map((one) => `${fieldOf(one)}: ${valuesText(one)}`);
  const rest = count - first.length;
  const more = rest > 0 ? [`And ${rest} more.`] : [];
  return {
    ...{ account, kind: 'sync-conflict', link: '/settings/sync' },
    title:
      count === 1
        ? 'You and somebody else changed the same field'
        : `You and others changed ${count} fields at the same time`,
    body: [...lines, ...more].join('\n') || 'Both values are under Settings, Sync.',
  };
}

/** With both values, as the record's page writes them. */
function oneConflictNews(account: string, conflict: SyncConflict): Told {
  return {
    ...{ account, kind: 'sync-conflict', link: conflict.link ?? '/settings/sync' },
    title: `${fieldOf(conflict)}: changed on both sides`,
    body: valuesText(conflict),
  };
}

/** `Category of risk "Old gateway"` */
function fieldOf({ table, field, title }: SyncConflict): string {
  const name = title === null ? '' : ` "${short(title)}"`;
  return `${fieldText(table, field)} of ${tableText(table).toLowerCase()}${name}`;
}

const valuesText = ({ kept, other }: SyncConflict): string =>
  `${sideText(kept)} stands; ${sideText(other)} does not, and is one click away.`;

/** `"False positive" (Ada Park)` */
const sideText = ({ value, by }: SyncConflict['kept']): string =>
  `${value === null || value === '' ? 'nothing' : `"${short(readable(value))}"`} (${by ?? 'Watchfloor'})`;

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/;

const readable = (value: string): string => value.replace(MOMENT, '$1 $2 UTC');

const short = (text: string): string =>
  text.length > SHORT_LETTERS ? `${text.slice(0, SHORT_LETTERS - 1)}…` : text;
