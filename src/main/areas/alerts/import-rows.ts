import type { NewId } from '../../platform/ids.ts';
import type { AlertWithRaw } from './alert-batch.ts';
import { type NewAlertRow, UNTOUCHED } from './alert-rows.ts';
import type { PreparedAlert } from './import/imported-alert.ts';

const KEY_BYTES = 16;
/** What of a fingerprint is hash where it begins with a time. */
const HASH_BYTES = 12;

/**
 * The key under which a record is known. Where the source wrote time and zone, it begins with the
 * second of that time, so that records of one stretch of a file lie together in the index: with
 * bare hashes every batch rewrites all of its pages, at half the speed. What the reader of the
 * file chose (a zone, the moment of import) must not be in it, or the same file would come twice.
 */
function writeRecordKey(key: Buffer, alert: PreparedAlert, createdAt: number): Buffer {
  key.set(alert.fingerprint.subarray(0, HASH_BYTES), key.length - HASH_BYTES);
  const seconds = Math.floor(createdAt / 1000);
  if (alert.timeBasis === 'recorded' && seconds > 0 && seconds <= 0xffff_ffff)
    key.writeUInt32BE(seconds, 0);
  return key;
}

/** Where rows come from and when; `newId` makes the id of each. */
export interface RowOrigin {
  readonly newId: NewId;
  readonly importId: string | null;
  readonly now: number;
}

/** The rows of a batch of imported alerts, with their raw records. */
export function toAlertsWithRaw(
  alerts: readonly PreparedAlert[],
  origin: RowOrigin,
): AlertWithRaw[] {
  // One piece of memory for the keys of all: each of its own would cost a record more than the key.
  const keys = Buffer.alloc(alerts.length * KEY_BYTES);
  return alerts.map((alert, place) =>
    toAlertWithRaw(alert, origin, keys.subarray(place * KEY_BYTES, (place + 1) * KEY_BYTES)),
  );
}

function toAlertWithRaw(
  alert: PreparedAlert,
  { newId, importId, now }: RowOrigin,
  key: Buffer,
): AlertWithRaw {
  const { own } = alert;
  const createdAt = Date.parse(alert.createdAt);
  // Field by field: with all of UNTOUCHED at once, the object would be made anew at every third field that follows.
  const row: NewAlertRow = {
    id: own?.id ?? newId(),
    title: alert.title,
    description: alert.description,
    severity: alert.severity,
    status: own?.status ?? UNTOUCHED.status,
    source: alert.source,
    sourceHost: alert.sourceHost,
    sourceUser: alert.sourceUser,
    sourceIp: alert.sourceIp,
    destIp: alert.destIp,
    detector: alert.detector,
    category: alert.category,
    techniques: [...alert.techniques],
    aiInvestigation: own?.aiInvestigation ?? null,
    assignedTo: own?.assignedTo ?? null,
    escalated: own?.escalated ?? false,
    falsePositive: own?.falsePositive ?? false,
    verdict: own?.verdict ?? null,
    reasonCode: own?.reasonCode ?? null,
    closingNote: own?.closingNote ?? null,
    closingEvidence: own?.closingEvidence.length ? [...own.closingEvidence] : null,
    closedBy: own?.closedBy ?? null,
    timeBasis: alert.timeBasis,
    importId,
    fingerprint: writeRecordKey(key, alert, createdAt),
    createdAt,
    receivedAt: own ? Date.parse(own.receivedAt) : now,
    updatedAt: own ? Date.parse(own.updatedAt) : now,
    firstActionAt: own?.firstActionAt ? Date.parse(own.firstActionAt) : null,
    resolvedAt: own?.resolvedAt ? Date.parse(own.resolvedAt) : null,
    inProgressSince: UNTOUCHED.inProgressSince,
    handlingMs: UNTOUCHED.handlingMs,
    autoClosedAt: UNTOUCHED.autoClosedAt,
    overturnedAt: UNTOUCHED.overturnedAt,
    suppressedBy: UNTOUCHED.suppressedBy,
  };
  const raw = alert.raw && alert.rawFormat ? { format: alert.rawFormat, bytes: alert.raw } : null;
  return { row, raw };
}
