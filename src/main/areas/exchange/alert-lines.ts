/** Alerts as lines of a format, page by page: memory does not grow with their number. */
import { setImmediate as giveWay } from 'node:timers/promises';
import type { AttackPort } from '../../../shared/areas/exchange/alerts/attack.types.ts';
import { toEcs } from '../../../shared/areas/exchange/alerts/ecs.ts';
import { toOcsf } from '../../../shared/areas/exchange/alerts/ocsf.ts';
import { toTimesketch } from '../../../shared/areas/exchange/alerts/timesketch.ts';
import type { ExportSubject } from '../../../shared/areas/exchange/exchange.contract.ts';
import type { Tally } from '../../../shared/areas/exchange/tally.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { AlertPort, AlertRecord } from './alert-port.types.ts';
import { alertsOfSubject } from './read-case.ts';

export const LINE_FORMATS = ['ocsf', 'ecs', 'timesketch', 'ndjson', 'csv'] as const;
export type LineFormat = (typeof LINE_FORMATS)[number];

const PAGE = 250;
/** Of a record in a line of others; our own formats have it whole. */
const RAW_MAX = 65_536;

/** Each page of what is exported, oldest or newest first. */
export async function* recordsOf(
  { db, signal }: JobContext,
  { subject, alerts, withRaw }: { subject: ExportSubject; alerts: AlertPort; withRaw: boolean },
): AsyncGenerator<readonly AlertRecord[]> {
  const seqs = db.read('exchange.alerts', (reader) => alertsOfSubject(reader, subject));
  if (seqs !== null) {
    for (let at = 0; at < seqs.length; at += PAGE) {
      signal.throwIfAborted();
      const ids = seqs.slice(at, at + PAGE);
      yield db.read('exchange.alertsPage', (reader) => alerts.bySeq(reader, ids, withRaw));
      await giveWay();
    }
    return;
  }
  if (subject.type !== 'alerts') return;
  for (let after: unknown = null; ; ) {
    signal.throwIfAborted();
    const { records, next } = db.read('exchange.alertsPage', (reader) =>
      alerts.page(reader, subject.filter, after, { limit: PAGE, withRaw }),
    );
    if (records.length > 0) yield records;
    if (!next) return;
    after = next;
    await giveWay();
  }
}

interface LineDeps {
  readonly alerts: AlertPort;
  readonly attack: AttackPort;
  readonly losses: Tally;
}

/** A record as text, where it is some and not too long. */
function rawText({ raw, row }: AlertRecord, losses: Tally): string | null {
  if (raw === null) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(raw.bytes);
    if (text.length <= RAW_MAX) return text;
    losses.add('raw records longer than 64 KiB, cut', row.id);
    return text.slice(0, RAW_MAX);
  } catch {
    losses.add('raw records that are no UTF-8', row.id);
    return null;
  }
}

export function lineWriter(
  format: LineFormat,
  { alerts, attack, losses }: LineDeps,
): { readonly head: string; readonly line: (record: AlertRecord) => string } {
  if (format === 'ndjson' || format === 'csv') return alerts.lines(format);
  const written = (record: AlertRecord): unknown => {
    const alert = alerts.toAlert(record.row);
    if (format === 'ocsf') return toOcsf(alert, rawText(record, losses), attack);
    if (format === 'ecs') return toEcs(alert, rawText(record, losses), attack);
    return toTimesketch(alert, attack);
  };
  return { head: '', line: (record) => `${JSON.stringify(written(record))}\n` };
}

/** What a format has no field for, whatever the alerts are. */
export const LOST: Readonly<Record<LineFormat, readonly string[]>> = {
  ndjson: [],
  csv: ['raw records', 'findings of the engine'],
  ocsf: ['comments and checklists', 'findings of the engine'],
  ecs: ['comments and checklists', 'findings of the engine', 'assignment'],
  timesketch: ['raw records', 'comments and checklists', 'findings of the engine', 'assignment'],
};
