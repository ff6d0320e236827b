import {
  GAP_REASON_LABELS,
  type GapAnalysis,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { csvCell } from '../../platform/csv-cell.ts';

const COLUMNS = [
  'Framework',
  'Control',
  'Title',
  'Status',
  'Reasons',
  'What is missing',
  'Remediation',
  'Evidence that closes it',
  'Effort (hours)',
  'Priority',
  'Points',
  'Why this priority',
  'Techniques',
  'Exception until',
  'Control record',
];

/** The gaps as a table (RFC 4180), in the order of the analysis, behind a byte order mark for spreadsheets. */
export function analysisCsv({
  gaps,
  frameworks,
}: Pick<GapAnalysis, 'gaps' | 'frameworks'>): string {
  const names = new Map(frameworks.map(({ id, name }) => [id, name]));
  const rows = gaps.map((gap) => [
    names.get(gap.frameworkId),
    gap.ref,
    gap.title,
    gap.status,
    gap.reasons.map(({ code }) => GAP_REASON_LABELS[code]).join('; '),
    gap.gap,
    gap.remediation.join(' '),
    gap.evidence.map(({ type, what, state }) => `${type}: ${what} (${state})`).join('; '),
    gap.effort.hours,
    gap.priority.level,
    gap.priority.points,
    gap.priority.parts.map(({ text, value }) => `${text}: ${value}`).join('; '),
    gap.techniques.map(({ id, alerts }) => `${id} (${alerts})`).join('; '),
    gap.exceptionUntil,
    gap.controlId,
  ]);
  return `\uFEFF${[COLUMNS, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
