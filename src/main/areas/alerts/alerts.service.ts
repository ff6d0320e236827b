import type {
  Alert,
  AlertMarks,
  AlertQuery,
  AlertUpdate,
  ChangedAlert as ChangedAlertAnswer,
  HistoryEntry,
  NewAlert,
  RawRecord,
  RelatedAlerts,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import { findTransition } from '../../../shared/areas/alerts/alerts.rules.ts';
import { VERDICT_LABELS } from '../../../shared/areas/alerts/dispositions.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Caller } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Position } from './alert-filter.store.ts';
import type { Entity } from './alert-related.store.ts';
import { type AlertRow, rowToAlert, UNTOUCHED } from './alert-rows.ts';
import type { AlertStore, LastChange } from './alerts.store.ts';
import { badField, decideUpdate, isDisposing } from './dispositions.ts';
import { cursorToSuspicion, suspicionToCursor } from './suspicion-cursor.ts';

const RAW_PREVIEW_BYTES = 256 * 1024;

/** A cursor is the place of the last row, opaque to callers. */
function positionToCursor(position: Position): string {
  const look = position.look ? `.${position.look}` : '';
  return Buffer.from(`${position.createdAt}.${position.seq}${look}`).toString('base64url');
}

function cursorToPosition(cursor: string): Position {
  const match = /^(-?\d{1,16})\.(\d{1,16})(?:\.(index|rows))?$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (!match) {
    const message = 'The cursor is not one that this server gave out';
    throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
  }
  const look = match[3] as Position['look'];
  return { createdAt: Number(match[1]), seq: Number(match[2]), ...(look ? { look } : {}) };
}

function actionOf(before: AlertRow | undefined, update: AlertUpdate): string {
  const transition =
    before && update.status ? findTransition(before.status, update.status) : undefined;
  if (transition) return `alerts.${transition.action}`;
  if (update.escalated !== undefined)
    return update.escalated ? 'alerts.escalate' : 'alerts.deescalate';
  if (update.assignedTo !== undefined) return 'alerts.assign';
  return isDisposing(update) ? 'alerts.dispose' : 'alerts.update';
}

/** What was done, to stand behind a name in a refusal. */
const DONE: Readonly<Record<string, string>> = {
  'alerts.investigate': 'started to investigate it',
  'alerts.resolve': 'resolved it',
  'alerts.false-positive': 'marked it as a false positive',
  'alerts.reopen': 'reopened it',
  'alerts.dispose': 'changed its verdict',
  'alerts.assign': 'assigned it',
  'alerts.escalate': 'escalated it',
  'alerts.deescalate': 'withdrew its escalation',
};

/** A refusal that says what happened: who changed the alert last, when, and how it was closed. */
function toldConflict(error: AppError, last: LastChange | undefined, alert: AlertRow): AppError {
  if (!last) return error;
  const verdict = alert.verdict === null ? '' : ` (${VERDICT_LABELS[alert.verdict].toLowerCase()})`;
  const done = DONE[last.action] ?? 'changed it';
  const at = toIso(last.at).slice(0, 16).replace('T', ' ');
  const message = `${error.message} ${last.actorName} ${done}${verdict} at ${at} UTC.`;
  return new AppError(error.code, message, error.allowed ? { allowed: error.allowed } : {});
}

export interface AlertServiceDeps {
  readonly store: AlertStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** What is said around alerts (of the discussion area); those without anything are left out. */
  readonly marksOf?: (ids: readonly string[]) => ReadonlyMap<string, AlertMarks>;
}

export function createAlertService({
  store,
  clock,
  newId,
  marksOf = () => new Map(),
}: AlertServiceDeps) {
  function marked(alerts: readonly Alert[]): Alert[] {
    const marks = marksOf(alerts.map(({ id }) => id));
    return alerts.map((alert) => {
      const mark = marks.get(alert.id);
      return mark ? { ...alert, marks: mark } : alert;
    });
  }
  const markedOne = (alert: Alert): Alert => marked([alert])[0] ?? alert;

  function withEngine(rows: readonly AlertRow[]): Alert[] {
    const known = store.engineOf(rows);
    return rows.map((row) => {
      const engine = known.get(row.seq);
      return engine ? { ...rowToAlert(row), engine } : rowToAlert(row);
    });
  }

  function mustFind(id: string): AlertRow {
    const row = store.find(id);
    if (!row) throw new AppError('not-found', 'There is no such alert');
    return row;
  }

  return {
    /** The most suspicious first. */
    listBySuspicion({ limit, cursor, sort: _, zone: __, ...filter }: AlertQuery) {
      const after = cursor ? cursorToSuspicion(cursor) : null;
      const { rows, total, next } = store.listBySuspicion(filter, { limit, after });
      const alerts = marked(withEngine(rows));
      return { alerts, total, nextCursor: next && suspicionToCursor(next) };
    },

    list(query: AlertQuery): { alerts: Alert[]; total: number | null; nextCursor: string | null } {
      const after = query.cursor ? cursorToPosition(query.cursor) : null;
      const { rows, total, next } = store.list(query, {
        limit: query.limit,
        after,
        withTotal: true,
      });
      return {
        alerts: marked(withEngine(rows)),
        total,
        nextCursor: next ? positionToCursor(next) : null,
      };
    },

    get(id: string): Alert {
      const row = mustFind(id);
      return markedOne(withEngine([row])[0] ?? rowToAlert(row));
    },

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

    update(id: string, update: AlertUpdate, actor: string): ChangedAlertAnswer {
      if (update.assignedTo && !store.accountExists(update.assignedTo)) {
        throw badField('assignedTo', 'There is no such account to assign to');
      }
      const action = actionOf(store.find(id), update);
      const reason = update.reason ?? update.note ?? null;
      const caller: Caller = { actor, origin: 'user', action, reason };
      try {
        const changed = store.change(caller, id, (before, desk) =>
          decideUpdate(before, update, { ...desk, actor }),
        );
        if (!changed) throw new AppError('not-found', 'There is no such alert');
        return { ...markedOne(rowToAlert(changed.after)), actionId: changed.actionId };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
        throw toldConflict(error, store.lastChange(id), mustFind(id));
      }
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
