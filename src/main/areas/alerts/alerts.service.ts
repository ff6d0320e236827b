import type {
  Alert,
  AlertQuery,
  AlertUpdate,
  HistoryEntry,
  NewAlert,
  RawRecord,
  RelatedAlerts,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  findTransition,
  isActive,
  transitionsFrom,
} from '../../../shared/areas/alerts/alerts.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Caller } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Position } from './alert-filter.store.ts';
import type { Entity } from './alert-related.store.ts';
import { type AlertRow, rowToAlert, UNTOUCHED } from './alert-rows.ts';
import type { AlertPatch, AlertStore } from './alerts.store.ts';

const RAW_PREVIEW_BYTES = 256 * 1024;

/** A cursor is the place of the last row, opaque to callers. */
function positionToCursor(position: Position): string {
  return Buffer.from(`${position.createdAt}.${position.seq}`).toString('base64url');
}

function cursorToPosition(cursor: string): Position {
  const match = /^(-?\d{1,16})\.(\d{1,16})$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (!match) {
    const message = 'The cursor is not one that this server gave out';
    throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
  }
  return { createdAt: Number(match[1]), seq: Number(match[2]) };
}

function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

/**
 * What an update makes of an alert. @throws AppError 'conflict' with the transitions that would be
 * allowed, 'bad-input' where a reason is missing.
 */
export function decideUpdate(before: AlertRow, update: AlertUpdate, now: number): AlertPatch {
  const patch: AlertPatch = { updatedAt: now };
  if (before.firstActionAt === null) patch.firstActionAt = now;
  if (update.assignedTo !== undefined) patch.assignedTo = update.assignedTo;
  if (update.escalated !== undefined) patch.escalated = update.escalated;
  if (update.status !== undefined)
    Object.assign(patch, decideStatus(before, update, update.status, now));
  return patch;
}

function decideStatus(
  before: AlertRow,
  update: AlertUpdate,
  status: Alert['status'],
  now: number,
): AlertPatch {
  const transition = findTransition(before.status, status);
  if (!transition) {
    const allowed = transitionsFrom(before.status);
    const names = allowed.map((candidate) => `${candidate.label} (${candidate.to})`).join(', ');
    throw new AppError(
      'conflict',
      `This alert is ${before.status} and cannot become ${status}. Allowed: ${names}.`,
      {
        allowed: allowed.map((candidate) => candidate.to),
      },
    );
  }
  if (transition.needsReason && !update.reason)
    throw badField('reason', 'A reason is required to reopen an alert');
  const worked = before.inProgressSince === null ? 0 : now - before.inProgressSince;
  const isOverturned =
    before.autoClosedAt !== null && before.overturnedAt === null && isActive(status);
  return {
    status,
    falsePositive: status === 'FALSE_POSITIVE',
    resolvedAt: isActive(status) ? null : now,
    inProgressSince: status === 'IN_PROGRESS' ? now : null,
    handlingMs: before.handlingMs + Math.max(0, worked),
    ...(isOverturned ? { overturnedAt: now } : {}),
  };
}

function actionOf(before: AlertRow | undefined, update: AlertUpdate): string {
  const transition =
    before && update.status ? findTransition(before.status, update.status) : undefined;
  if (transition) return `alerts.${transition.action}`;
  if (update.escalated !== undefined)
    return update.escalated ? 'alerts.escalate' : 'alerts.deescalate';
  if (update.assignedTo !== undefined) return 'alerts.assign';
  return 'alerts.update';
}

export interface AlertServiceDeps {
  readonly store: AlertStore;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createAlertService({ store, clock, newId }: AlertServiceDeps) {
  function mustFind(id: string): AlertRow {
    const row = store.find(id);
    if (!row) throw new AppError('not-found', 'There is no such alert');
    return row;
  }

  return {
    list(query: AlertQuery): { alerts: Alert[]; total: number | null; nextCursor: string | null } {
      const after = query.cursor ? cursorToPosition(query.cursor) : null;
      const { rows, total, next } = store.list(query, {
        limit: query.limit,
        after,
        withTotal: true,
      });
      return {
        alerts: rows.map(rowToAlert),
        total,
        nextCursor: next ? positionToCursor(next) : null,
      };
    },

    get: (id: string): Alert => rowToAlert(mustFind(id)),

    create(alert: NewAlert, actor: string): Alert {
      const now = clock.now();
      const row = {
        ...UNTOUCHED,
        ...alert,
        id: newId(),
        destIp: null,
        detector: null,
        category: null,
        techniques: [],
        timeBasis: 'received' as const,
        importId: null,
        fingerprint: null,
        createdAt: now,
        receivedAt: now,
        updatedAt: now,
      };
      return rowToAlert(
        store.create({ actor, origin: 'user', action: 'alerts.create' }, { row, raw: null }),
      );
    },

    update(id: string, update: AlertUpdate, actor: string): Alert {
      if (update.assignedTo && !store.accountExists(update.assignedTo)) {
        throw badField('assignedTo', 'There is no such account to assign to');
      }
      const action = actionOf(store.find(id), update);
      const caller: Caller = { actor, origin: 'user', action, reason: update.reason ?? null };
      const row = store.change(caller, id, (before, now) => decideUpdate(before, update, now));
      if (!row) throw new AppError('not-found', 'There is no such alert');
      return rowToAlert(row);
    },

    /** Null where the alert was made by hand. */
    raw(id: string, isFull: boolean): RawRecord | null {
      const record = store.rawRecord(mustFind(id).seq);
      if (!record) return null;
      const bytes = isFull ? record.bytes : record.bytes.subarray(0, RAW_PREVIEW_BYTES);
      return {
        format: record.format,
        bytes: record.bytes.length,
        truncated: bytes.length < record.bytes.length,
        ...encodeRaw(bytes, record.bytes),
      };
    },

    history(id: string): HistoryEntry[] {
      const alert = mustFind(id);
      const entries = store.history(id);
      const origin = alert.importId ? store.origin(alert.importId) : undefined;
      if (!origin) return entries;
      const imported: HistoryEntry = {
        id: 'import',
        at: toIso(origin.at),
        actor: origin.actor,
        actorName: origin.actorName,
        action: 'alerts.import',
        reason: origin.fileName,
        changes: [],
      };
      return [...entries, imported];
    },

    related(id: string): RelatedAlerts {
      const alert = mustFind(id);
      const entities: [Entity, string | null][] = [
        ['host', alert.sourceHost],
        ['user', alert.sourceUser],
        ['address', alert.sourceIp],
      ];
      return entities.flatMap(([by, value]) => {
        if (!value) return [];
        const { total, rows } = store.related(alert, by, value);
        return total > 0 ? [{ by, value, total, alerts: rows.map(rowToAlert) }] : [];
      });
    },
  };
}
export type AlertService = ReturnType<typeof createAlertService>;

/** Text where the whole record is valid UTF-8, base64 elsewhere; a cut never splits a character. */
export function encodeRaw(
  bytes: Uint8Array,
  whole: Uint8Array,
): Pick<RawRecord, 'encoding' | 'content'> {
  if (!isUtf8Text(whole))
    return { encoding: 'base64', content: Buffer.from(bytes).toString('base64') };
  return {
    encoding: 'utf-8',
    content: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }),
  };
}

function isUtf8Text(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
