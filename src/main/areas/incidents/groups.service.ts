import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import type {
  FingerprintChange,
  Group,
  GroupDetail,
  GroupFilter,
  GroupStats,
  SourceFingerprint,
} from '../../../shared/areas/incidents/groups.contract.ts';
import {
  DEFAULT_FINGERPRINT,
  EVERY_SOURCE,
  fingerprintOf,
} from '../../../shared/areas/incidents/groups.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { type RowChange, recordAction } from '../../db/action-log.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { pendingBuild } from '../../db/groups/group-build.store.ts';
import { readGroupRules } from '../../db/groups/group-rules.ts';
import type { RowOf } from '../../db/statements.ts';
import type { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { alertPart, type MatcherOf } from './alert-part.ts';
import { matchedGroups } from './group-matches.store.ts';
import {
  alertRowsAt,
  countsBySource,
  groupByKey,
  groupOfAlert,
  groupsAt,
  listMembers,
} from './groups.store.ts';
import { countGroups, type GroupPlace, listGroups } from './groups-list.store.ts';
import { previewFingerprint } from './groups-preview.store.ts';
import {
  type AlertPlace,
  pinAlone,
  readPlace,
  saveFingerprint,
  unpin,
} from './groups-writes.store.ts';

export interface GroupServiceDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly matcherOf: MatcherOf;
  readonly toAlert: (row: RowOf<typeof alertsTable>) => Alert;
}

/** A place in a list, opaque to callers: a time and a row, and where in it the look was ended. */
function toCursor(time: number, row: number, within: readonly number[] = []): string {
  return Buffer.from([time, row, ...within].join('.')).toString('base64url');
}

interface Cursor {
  readonly time: number;
  readonly row: number;
  readonly within: readonly number[] | null;
}

function fromCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const match = /^(-?\d{1,16})\.(\d{1,16})(?:\.(-?\d{1,16})\.(\d{1,16}))?$/.exec(text);
  if (match) {
    const within = match[3] === undefined ? null : [Number(match[3]), Number(match[4])];
    return { time: Number(match[1]), row: Number(match[2]), within };
  }
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

interface Listed<T> {
  readonly rows: T[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

interface FoundPage {
  readonly places: readonly GroupPlace[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

interface Paged {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const noGroup = () => new AppError('not-found', 'There is no such group');
const noAlert = () => new AppError('not-found', 'There is no such alert');

export function createGroupService({ db, newId, matcherOf, toAlert }: GroupServiceDeps) {
  /** What is kept for groups answers most; else their alerts are looked at. */
  function findPage(reader: ReadDb, query: GroupFilter & Paged): FoundPage {
    const cursor = fromCursor(query.cursor);
    const after = cursor && { last_seen: cursor.time, id: cursor.row };
    const part = alertPart(query, ['severity', 'source']);
    if (part) {
      const paging = { limit: query.limit, after, within: cursor?.within ?? null };
      const { places, total, next } = matchedGroups(reader, query, matcherOf(reader, part), paging);
      const { at, within } = next ?? {};
      const nextCursor = at ? toCursor(at.last_seen, at.id, within ?? []) : null;
      return { places, total, nextCursor };
    }
    const { places, total, next } = listGroups(reader, query, { limit: query.limit, after });
    return { places, total, nextCursor: next && toCursor(next.last_seen, next.id) };
  }

  /** One decision about one alert, done and recorded in one transaction. */
  function decide(
    alertId: string,
    actor: string,
    kind: 'groups.detach' | 'groups.rejoin',
    change: (tx: WriteTx, place: AlertPlace) => { summary: string; change: RowChange },
  ): GroupDetail {
    return db.write({ actor, origin: 'user', action: kind }, (tx) => {
      const place = readPlace(tx, alertId);
      if (!place) throw noAlert();
      const done = change(tx, place);
      recordAction(tx, { id: newId(), kind, actor, summary: done.summary }, [done.change]);
      const group = groupOfAlert(tx, alertId);
      if (!group) throw noGroup();
      return group;
    });
  }

  return {
    /** @param query Settled: its `query` holds ids and moments. */
    list(query: GroupFilter & Paged): Listed<Group> {
      return db.read('groups.list', (reader) => {
        const { places, total, nextCursor } = findPage(reader, query);
        const ids = places.map(({ id }) => id);
        return { rows: groupsAt(reader, ids), total, nextCursor };
      });
    },

    stats: (): GroupStats => db.read('groups.stats', readStats),

    get(key: string): GroupDetail {
      const group = db.read('groups.get', (reader) => groupByKey(reader, key));
      if (!group) throw noGroup();
      return group;
    },

    members(key: string, { limit, cursor }: Paged): Listed<Alert> {
      const from = fromCursor(cursor);
      const after = from && { created_at: from.time, seq: from.row };
      const found = db.read('groups.members', (reader) =>
        listMembers(reader, key, { limit: limit + 1, after }),
      );
      if (!found) throw noGroup();
      const places = found.places.slice(0, limit);
      const last = found.places.length > limit ? places.at(-1) : undefined;
      return {
        rows: db
          .read('groups.memberRows', (reader) =>
            alertRowsAt(
              reader,
              places.map(({ seq }) => seq),
            ),
          )
          .map(toAlert),
        total: found.total,
        nextCursor: last ? toCursor(last.created_at, last.seq) : null,
      };
    },

    ofAlert(alertId: string): { group: GroupDetail | null } {
      const group = db.read('groups.ofAlert', (reader) => groupOfAlert(reader, alertId));
      return { group: group ?? null };
    },

    /** @throws AppError 'conflict' where the alert is alone already. */
    detach: (alertId: string, actor: string): GroupDetail =>
      decide(alertId, actor, 'groups.detach', (tx, place) => {
        if (place.repeats < 2) throw new AppError('conflict', 'This alert has no repeats to leave');
        const change = pinAlone(tx, alertId, actor);
        return { summary: `Take an alert out of ${place.repeats} repeats: ${place.title}`, change };
      }),

    /** @throws AppError 'conflict' where nobody took it out. */
    rejoin: (alertId: string, actor: string): GroupDetail =>
      decide(alertId, actor, 'groups.rejoin', (tx, place) => {
        if (!place.isPinned) throw new AppError('conflict', 'This alert is among its repeats');
        return {
          summary: `Put an alert back among its repeats: ${place.title}`,
          change: unpin(tx, alertId),
        };
      }),

    fingerprints: (): SourceFingerprint[] => db.read('groups.fingerprints', readFingerprints),

    preview: (change: FingerprintChange) =>
      previewFingerprint((fn) => db.read('groups.preview', fn), change),

    changeFingerprint({ source, fields }: FingerprintChange, actor: string): SourceFingerprint[] {
      const action = 'groups.fingerprint';
      return db.write({ actor, origin: 'user', action }, (tx) => {
        const change = saveFingerprint(tx, source, fields, actor);
        const whose = source === EVERY_SOURCE ? 'every source' : source;
        const summary = `Change what makes a repeat: ${whose}`;
        if (change) recordAction(tx, { id: newId(), kind: action, actor, summary }, [change]);
        return readFingerprints(tx);
      });
    },
  };
}
export type GroupService = ReturnType<typeof createGroupService>;

function readStats(db: ReadDb): GroupStats {
  const groups = countGroups(db, {});
  const alerts = countsBySource(db).reduce((sum, source) => sum + source.alerts, 0);
  const build = pendingBuild(db);
  return {
    groups,
    active: countGroups(db, { active: 'true' }),
    alerts,
    repeats: alerts === 0 ? null : (100 * Math.max(0, alerts - groups)) / alerts,
    building: build && { done: build.position, total: build.end },
  };
}

/** The rule of every source first, then the sources with most alerts. */
function readFingerprints(db: ReadDb): SourceFingerprint[] {
  const rules = readGroupRules(db).fingerprints;
  const counts = countsBySource(db);
  const every = {
    source: EVERY_SOURCE,
    fields: [
      ...(rules.find(({ source }) => source === EVERY_SOURCE)?.fields ?? DEFAULT_FINGERPRINT),
    ],
    isOwn: rules.some(({ source }) => source === EVERY_SOURCE),
    alerts: counts.reduce((sum, { alerts }) => sum + alerts, 0),
    groups: countGroups(db, {}),
  };
  return [
    every,
    ...counts.map(({ source, alerts, groups }) => ({
      source,
      fields: [...fingerprintOf(rules, source)],
      isOwn: rules.some((rule) => rule.source === source),
      alerts,
      groups,
    })),
  ];
}
