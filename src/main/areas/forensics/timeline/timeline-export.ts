/**
 * A timeline as a file. CSV: RFC 4180, without formulas. Timesketch: JSON lines with `message`,
 * `datetime`, `timestamp` (µs) and `timestamp_desc`, as its documentation of import asks for; the
 * recorded time and what the chart shows stand in further fields.
 */
import { momentIso, toNs } from '../../../../shared/areas/forensics/timeline/moment.ts';
import type {
  Timeline,
  TimelineFormat,
  TimelineMark,
} from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import { csvCell } from '../../../platform/csv-cell.ts';

const DESCRIPTIONS = {
  alert: 'Alert Time',
  event: 'Event Time',
  act: 'Action Time',
  evidence: 'Custody Time',
} as const;
const TYPES = { alert: 'Alert', event: 'Event', act: 'Action', evidence: 'Evidence' } as const;

const alignedIso = (mark: TimelineMark): string =>
  momentIso({ ms: Date.parse(mark.at), nanos: mark.nanos });
const recordedIso = (mark: TimelineMark): string =>
  momentIso({ ms: Date.parse(mark.recordedAt), nanos: mark.recordedNanos });

const COLUMNS: readonly (readonly [header: string, of: (mark: TimelineMark) => unknown])[] = [
  ['aligned', alignedIso],
  ['recorded', recordedIso],
  ['type', ({ type }) => TYPES[type]],
  ['kind', ({ kind }) => kind],
  ['severity', ({ severity }) => severity],
  ['title', ({ title }) => title],
  ['detail', ({ detail }) => detail],
  ['who', ({ who }) => who],
  ['host', ({ host }) => host],
  ['user', ({ user }) => user],
  ['source', ({ source }) => source],
  ['techniques', ({ techniques }) => techniques],
  ['tactics', ({ tactics }) => tactics.join(', ')],
  ['id', ({ id }) => id],
];

export function exportTimeline({ marks }: Timeline, format: TimelineFormat): Uint8Array {
  const lines =
    format === 'csv'
      ? [csvLine(COLUMNS.map(([header]) => header)), ...marks.map(csvOf)]
      : marks.map((mark) => `${JSON.stringify(timesketchOf(mark))}\n`);
  return new TextEncoder().encode(lines.join(''));
}

const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
const csvOf = (mark: TimelineMark): string => csvLine(COLUMNS.map(([, of]) => of(mark)));

function timesketchOf(mark: TimelineMark): Record<string, unknown> {
  const micros = toNs({ ms: Date.parse(mark.at), nanos: mark.nanos }) / 1_000n;
  return {
    message: mark.title,
    // To the µs: what Timesketch reads.
    datetime: momentIso({
      ms: Date.parse(mark.at),
      nanos: Math.floor(mark.nanos / 1_000) * 1_000,
    }).replace('Z', '+00:00'),
    timestamp: Number(micros),
    timestamp_desc: DESCRIPTIONS[mark.type],
    data_type: `watchfloor:${mark.type}:${mark.kind}`,
    recorded_datetime: recordedIso(mark),
    aligned_datetime: alignedIso(mark),
    ...present({ severity: mark.severity, hostname: mark.host, username: mark.user }),
    ...present({ source_name: mark.source, detail: mark.detail, analyst: mark.who }),
    ...(mark.techniques.length > 0 ? { techniques: mark.techniques, tactics: mark.tactics } : {}),
    watchfloor_id: mark.id,
  };
}

const present = (fields: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
