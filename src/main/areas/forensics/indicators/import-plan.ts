/** What becomes of a row of a file: the indicator that it is, and what of it the file says. */
import type { FindPorts } from '../../../../shared/areas/forensics/indicators/find.ts';
import type {
  ImportedRow,
  Problems,
} from '../../../../shared/areas/forensics/indicators/import-row.ts';
import {
  INDICATOR_LIMITS,
  TLPS,
  type Tlp,
  usualLifeMs,
} from '../../../../shared/areas/forensics/indicators/life.ts';
import { normalIndicator } from '../../../../shared/areas/forensics/indicators/normal-indicator.ts';
import { SEVERITIES, type Severity } from '../../../../shared/kernel/severity.ts';
import type { IndicatorRow } from '../investigations.store.ts';

export type Mapping = Readonly<Record<string, number>>;

export interface ImportDefaults {
  readonly severity?: Severity | undefined;
  readonly confidence?: number | undefined;
  readonly tlp?: Tlp | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly isAging?: boolean | undefined;
}

const textOf = (text: string | undefined): string | null => text?.trim() || null;

function timeOf(text: string | null): number | null {
  if (text === null) return null;
  const at = /^\d{10}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  return Number.isFinite(at) && at >= 0 && at < 8_640_000_000_000_000 ? at : null;
}

/** A cell that a spreadsheet was kept from reading as a formula. */
const plain = (text: string): string => text.replace(/^'(?=[=+\-@\t])/, '');

export function rowOfCells(cells: readonly string[], mapping: Mapping, line: number): ImportedRow {
  const cell = (field: string): string | null => {
    const at = mapping[field] ?? -1;
    const text = at < 0 ? null : textOf(cells[at]);
    return text === null ? null : plain(text);
  };
  const confidence = Number(cell('confidence') ?? Number.NaN);
  const tlp = cell('tlp')
    ?.toUpperCase()
    .replace(/^TLP[:\s]*/, '')
    .replace('WHITE', 'CLEAR');
  return {
    ...{ where: `line ${line}`, type: cell('type'), value: cell('value') ?? '' },
    ...{ severity: cell('severity'), source: cell('source'), description: cell('description') },
    confidence: confidence >= 0 && confidence <= 100 ? Math.round(confidence) : null,
    tlp: TLPS.find((one) => one === tlp) ?? null,
    tags: (cell('tags') ?? '').split(/[;|]/).flatMap((tag) => textOf(tag) ?? []),
    ...{ firstSeen: timeOf(cell('firstSeen')), lastSeen: timeOf(cell('lastSeen')) },
    expiresAt: timeOf(cell('expiresAt')),
  };
}

export interface Planned {
  readonly type: string;
  readonly value: string;
  /** What the file says; for one that is there already, only this may change. */
  readonly said: Partial<IndicatorRow>;
  /** For a new one, in addition. */
  readonly assumed: Partial<IndicatorRow>;
  readonly stixId: string | null;
}

const given = <T extends object>(values: T): Partial<IndicatorRow> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );

/** What the file says of it, within the limits. */
function saidOf(row: ImportedRow, severity: Severity | null, tags: readonly string[]) {
  const { source, description, notes } = row;
  const isRevoked = row.isActive === false;
  return given({
    ...{ severity, confidence: row.confidence, tlp: row.tlp },
    source: source?.slice(0, INDICATOR_LIMITS.source),
    description: description?.slice(0, INDICATOR_LIMITS.description),
    notes: notes?.slice(0, INDICATOR_LIMITS.notes),
    tags: tags.length > 0 ? tags : null,
    ...{ firstSeen: row.firstSeen, lastSeen: row.lastSeen, expiresAt: row.expiresAt },
    ...(isRevoked ? { isActive: false, inactiveReason: REVOKED } : {}),
  });
}

const REVOKED = 'Revoked in the file that it came with';

export interface PlanFrame {
  readonly defaults: ImportDefaults;
  readonly ports: FindPorts;
  readonly problems: Problems;
  readonly now: number;
}

export function planImport(
  row: ImportedRow,
  { defaults, ports, problems, now }: PlanFrame,
): Planned | null {
  const one = normalIndicator(row.type ?? null, row.value, ports);
  if ('problem' in one) {
    const type = `type ${(row.type ?? '').slice(0, 40)}`;
    problems.add(one.field === 'type' ? type : 'value that has no known form', row.where);
    return null;
  }
  const severity = SEVERITIES.find((known) => known === row.severity?.toUpperCase()) ?? null;
  if (row.severity && severity === null) problems.add('severity of another scale', row.where);
  const tags = [...new Set([...(row.tags ?? []), ...(defaults.tags ?? [])])]
    .map((tag) => tag.slice(0, INDICATOR_LIMITS.tag))
    .slice(0, INDICATOR_LIMITS.tags);
  const since = row.lastSeen ?? row.firstSeen ?? now;
  return {
    ...one,
    stixId: row.stixId ?? null,
    said: saidOf(row, severity, tags),
    assumed: given({
      ...{ severity: defaults.severity, confidence: defaults.confidence, tlp: defaults.tlp },
      expiresAt: defaults.isAging ? since + usualLifeMs(one.type) : null,
    }),
  };
}
