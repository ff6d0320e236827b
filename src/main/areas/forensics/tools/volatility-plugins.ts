/** The plugins of Volatility 3 that are run, and a row of theirs as an event, by the columns they publish. */
import type {
  EventFields,
  EventKind,
  EvidenceEvent,
} from '../../../../shared/areas/forensics/events/event.types.ts';

export interface Plugin {
  readonly name: string;
  readonly kind: EventKind;
  /** The column with the row's own time. */
  readonly time: string | null;
  /** Columns that make its line. */
  readonly line: readonly string[];
}

export const PLUGINS: readonly Plugin[] = [
  {
    name: 'windows.pslist',
    kind: 'process',
    time: 'CreateTime',
    line: ['ImageFileName', 'PID', 'PPID'],
  },
  {
    name: 'windows.psscan',
    kind: 'process',
    time: 'CreateTime',
    line: ['ImageFileName', 'PID', 'PPID'],
  },
  { name: 'windows.cmdline', kind: 'process', time: null, line: ['Process', 'PID', 'Args'] },
  {
    ...{ name: 'windows.netscan', kind: 'network', time: 'Created' },
    line: ['Proto', 'LocalAddr', 'LocalPort', 'ForeignAddr', 'ForeignPort', 'State', 'Owner'],
  },
  {
    name: 'windows.malfind',
    kind: 'detection',
    time: null,
    line: ['Process', 'PID', 'Protection', 'Start VPN'],
  },
];

const MAX_VALUE = 4_000;

export function rowEvent(
  plugin: Plugin,
  row: Record<string, unknown>,
  number: number,
): EvidenceEvent {
  const at = plugin.time === null ? null : timeOf(row[plugin.time]);
  const short = plugin.name.replace('windows.', '');
  const words = plugin.line.flatMap((name) => (row[name] == null ? [] : [`${row[name]}`]));
  return {
    ...{ timeMs: at, timeNanos: 0, kind: plugin.kind, host: null, user: null },
    provider: 'Volatility 3',
    code: short,
    summary: `${short}: ${words.join(' ')}`.slice(0, 1_000),
    fields: fieldsOf(row),
    offset: typeof row['Offset(P)'] === 'number' ? row['Offset(P)'] : null,
    record: `${short} ${number}`,
  };
}

function fieldsOf(row: Record<string, unknown>): EventFields {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    fields[name.slice(0, 100)] = text.slice(0, MAX_VALUE);
  }
  return fields;
}

/** '2021-04-30T12:39:40+00:00', or without a zone, which is UTC. */
function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(value);
  const ms = Date.parse(hasZone ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : ms;
}
