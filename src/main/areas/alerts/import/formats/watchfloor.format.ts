import { alertSchema } from '../../../../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../../../../shared/areas/alerts/alerts.rules.ts';
import {
  EVIDENCE_TICKS_MAX,
  isEvidenceTick,
} from '../../../../../shared/areas/alerts/dispositions.rules.ts';
import {
  IMPORT_FORMATS,
  type ImportFormat,
} from '../../../../../shared/areas/alerts/imports.contract.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import {
  cleanText,
  DESCRIPTION_MAX,
  label,
  MAX_TECHNIQUES,
  TITLE_MAX,
} from '../../../../platform/records/text.ts';
import { readTime } from '../../../../platform/records/times.ts';
import { createFingerprint, type Fingerprint, fingerprintOfId } from '../fingerprint.ts';
import type { ImportedAlert, OwnRecord, ParseOutcome } from '../imported-alert.ts';
import { type JsonFormat, rejected } from './format.ts';

/**
 * Our own export, one line an alert (docs/spec/alerts.md):
 * `{"watchfloor":1,"alert":{…},"raw":{"format","encoding","content"}|null,"fingerprint":"hex"}`.
 *
 * The fingerprint is worked out again and compared: a forged one could make a record that is
 * imported later count as known. An alert made by hand has no raw record; its id stands in.
 */
export function createWatchfloorFormat(): JsonFormat {
  const fingerprints = new Map<ImportFormat, Fingerprint>();
  const fingerprintAs = (format: ImportFormat, bytes: Uint8Array): Buffer => {
    const known = fingerprints.get(format) ?? createFingerprint(format);
    fingerprints.set(format, known);
    return known(bytes);
  };
  return {
    id: 'watchfloor',
    marks: 'the mark of a Watchfloor export',
    recognises: (record) => typeof record.watchfloor === 'number' && isObject(record.alert),
    parse: (record) => parseExport(record, fingerprintAs),
  };
}

type FingerprintAs = (format: ImportFormat, bytes: Uint8Array) => Buffer;

const MAX_INVESTIGATION_DEPTH = 64;
/** A note with its placeholders filled. */
const NOTE_MAX = 8000;
const REASON_MAX = 100;
/** What a line lacks that was written before alerts could say how they were closed. */
const UNDISPOSED = {
  verdict: null,
  reasonCode: null,
  closingNote: null,
  closingEvidence: [],
  closedBy: null,
};
const OLDER_LINE = { ...UNDISPOSED, firstActionAt: null };

const ID = /^[A-Za-z0-9._:-]{1,100}$/;

function parseExport(record: JsonObject, fingerprintAs: FingerprintAs): ParseOutcome {
  if (record.watchfloor !== 1) return rejected('written by another version of Watchfloor');
  if (isObject(record.alert) && !isShallow(record.alert.aiInvestigation, MAX_INVESTIGATION_DEPTH)) {
    return rejected('aiInvestigation is nested too deep');
  }
  // A rule of suppression is of its own workspace; earlier exports know of none.
  const parsed = alertSchema.safeParse(withoutRule(record.alert));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return rejected(`not an alert of ours: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const alert = parsed.data;
  if (!ID.test(alert.id)) return rejected('not an alert of ours: its id is not one');
  const { resolvedAt: closed, firstActionAt: acted } = alert;
  const times = [alert.createdAt, alert.receivedAt, alert.updatedAt, closed, acted].map(isoOf);
  const [createdAt, receivedAt, updatedAt, resolvedAt, firstActionAt] = times;
  const isReadable = resolvedAt !== undefined && firstActionAt !== undefined;
  if (!createdAt || !receivedAt || !updatedAt || !isReadable) {
    return rejected('not an alert of ours: a time is not ISO 8601 with a zone');
  }
  const origin = originOf(record, alert.id, fingerprintAs);
  if (typeof origin === 'string') return rejected(origin);
  const own: OwnRecord = {
    id: alert.id,
    status: alert.status,
    aiInvestigation: alert.aiInvestigation,
    assignedTo: alert.assignedTo,
    escalated: alert.escalated,
    falsePositive: alert.falsePositive,
    ...dispositionOf(alert),
    receivedAt,
    updatedAt,
    resolvedAt,
    firstActionAt,
    ...origin,
  };
  return { type: 'alert', alert: { ...textsOf(alert), createdAt, own } };
}

const withoutRule = (alert: unknown): unknown =>
  isObject(alert) ? { ...OLDER_LINE, ...alert, suppressedBy: null } : alert;

/** An open alert has none, whatever its line says; codes of a newer version are kept as they are. */
function dispositionOf(
  alert: ReturnType<typeof alertSchema.parse>,
): Pick<OwnRecord, 'verdict' | 'reasonCode' | 'closingNote' | 'closingEvidence' | 'closedBy'> {
  const { verdict, reasonCode, closingNote, closingEvidence, closedBy } = alert;
  if (isActive(alert.status)) return UNDISPOSED;
  return {
    verdict,
    reasonCode: reasonCode === null ? null : cleanText(reasonCode, REASON_MAX),
    closingNote: closingNote === null ? null : cleanText(closingNote, NOTE_MAX),
    closingEvidence: closingEvidence.filter(isEvidenceTick).slice(0, EVIDENCE_TICKS_MAX),
    closedBy: closedBy !== null && ID.test(closedBy) ? closedBy : null,
  };
}

function textsOf(
  alert: ReturnType<typeof alertSchema.parse>,
): Omit<ImportedAlert, 'createdAt' | 'own'> {
  return {
    title: cleanText(alert.title, TITLE_MAX),
    description: cleanText(alert.description, DESCRIPTION_MAX),
    severity: alert.severity,
    source: label(alert.source) ?? 'Watchfloor',
    sourceHost: label(alert.sourceHost),
    sourceUser: label(alert.sourceUser),
    sourceIp: label(alert.sourceIp),
    destIp: label(alert.destIp),
    detector: label(alert.detector),
    category: label(alert.category),
    techniques: alert.techniques.slice(0, MAX_TECHNIQUES).map((id) => cleanText(id, 40)),
    timeBasis: alert.timeBasis,
  };
}

/** The time in our one form, null where there is none, undefined where it is not readable. */
function isoOf(value: string | null): string | null | undefined {
  if (value === null) return null;
  const reading = readTime(value);
  if (reading === null || 'problem' in reading || !reading.zoned) return undefined;
  return new Date(reading.ms).toISOString();
}

/** Raw record and fingerprint, or why they can't be trusted. */
function originOf(
  record: JsonObject,
  id: string,
  fingerprintAs: FingerprintAs,
): Pick<OwnRecord, 'raw' | 'fingerprint'> | string {
  const { raw } = record;
  if (raw === null || raw === undefined) {
    return { raw: null, fingerprint: fingerprintOfId(id) };
  }
  if (!isObject(raw) || typeof raw.content !== 'string') return 'the raw record is not readable';
  const format = IMPORT_FORMATS.find((known) => known === raw.format);
  if (format === undefined) return 'the format of the raw record is not known';
  const bytes = Buffer.from(raw.content, raw.encoding === 'base64' ? 'base64' : 'utf8');
  const fingerprint = fingerprintAs(format, bytes);
  const stated = record.fingerprint;
  if (typeof stated !== 'string' || stated.toLowerCase() !== fingerprint.toString('hex')) {
    return 'the fingerprint does not belong to the raw record';
  }
  return { raw: { format, bytes }, fingerprint };
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((entry) => isShallow(entry, levels - 1));
}
