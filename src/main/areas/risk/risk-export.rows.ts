/** The register as rows, in the order of the columns; and as a report on paper. */

import { riskLevel } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import { RISK_LEVEL_LABELS, riskText } from '../../../shared/areas/risk/risks.rules.ts';
import { NO_VALUE, type ReportDocument, reportTime } from '../../platform/documents/report.ts';
import type { CellValue } from '../../platform/documents/workbook.ts';
import { READ_COLUMNS, READ_FIELDS, type ReadField } from './risk-export.columns.ts';
import type { ExportRisk } from './risk-export.store.ts';

const DERIVED: readonly {
  header: string;
  width: number;
  of: (risk: ExportRisk) => CellValue;
}[] = [
  { header: 'Risk score', width: 11, of: ({ row }) => row.riskScore },
  { header: 'Level', width: 11, of: ({ row }) => RISK_LEVEL_LABELS[riskLevel(row.riskScore)] },
  { header: 'Inherent risk', width: 11, of: ({ row }) => row.inherentRisk },
  { header: 'Residual risk', width: 11, of: ({ row }) => row.residualRisk },
  { header: 'Residual from', width: 14, of: ({ row }) => row.residualBasis },
  { header: 'Residual reason', width: 30, of: ({ row }) => row.residualReason },
  { header: 'Accepted by', width: 20, of: ({ acceptedBy }) => acceptedBy },
  { header: 'Accepted on', width: 13, of: ({ row }) => row.acceptedOn },
  { header: 'Acceptance expires', width: 13, of: ({ row }) => row.expiresOn },
  { header: 'Acceptance reason', width: 30, of: ({ row }) => row.acceptedReason },
  {
    header: 'Self-approved',
    width: 12,
    of: ({ row }) => (row.isSelfApproved ? 'yes' : null),
  },
  { header: 'Transferred to', width: 22, of: ({ row }) => row.transferredTo },
  { header: 'Transfer reason', width: 30, of: ({ row }) => row.transferReason },
  { header: 'Last review', width: 13, of: ({ row }) => row.lastReview },
  { header: 'Treatment tasks', width: 50, of: ({ tasks }) => tasks.join('\n') || null },
  { header: 'Controls', width: 24, of: ({ controls }) => controls.join(', ') || null },
  {
    header: 'Annualised loss before treatment',
    width: 16,
    of: ({ result }) => cents(result?.before.mean),
  },
  {
    header: 'Annualised loss after treatment',
    width: 16,
    of: ({ result }) => cents(result?.after?.mean),
  },
  { header: 'P95 of a year before', width: 16, of: ({ result }) => cents(result?.before.p95) },
  { header: 'P95 of a year after', width: 16, of: ({ result }) => cents(result?.after?.p95) },
  { header: 'Created', width: 24, of: ({ row }) => new Date(row.createdAt).toISOString() },
  { header: 'Updated', width: 24, of: ({ row }) => new Date(row.updatedAt).toISOString() },
];

function cents(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 100) / 100;
}

/** As it is written into a file, and compared with what a file says. */
export function exportedValue(
  { row, owner, quantities }: Pick<ExportRisk, 'row' | 'owner' | 'quantities'>,
  field: ReadField,
): CellValue {
  if (field === 'owner') return owner?.name ?? null;
  if (field === 'ownerEmail') return owner?.email ?? null;
  if (field in row) return row[field as keyof typeof row] as CellValue;
  return quantities?.[field as keyof typeof quantities] ?? null;
}

export const EXPORT_COLUMNS: readonly { header: string; width: number }[] = [
  ...READ_FIELDS.map((field) => ({
    header: READ_COLUMNS[field].header,
    width: READ_COLUMNS[field].width,
  })),
  ...DERIVED.map(({ header, width }) => ({ header, width })),
];

export const exportRow = (risk: ExportRisk): CellValue[] => [
  ...READ_FIELDS.map((field) => exportedValue(risk, field)),
  ...DERIVED.map(({ of }) => of(risk)),
];

interface ReportFrame {
  readonly generatedAt: number;
  readonly currency: string;
}

type Column = readonly [header: string, share: number];

const table = (columns: readonly Column[], rows: (string | null)[][]) => ({
  type: 'table' as const,
  columns: columns.map(([header, share]) => ({ header, share })),
  rows,
  empty: 'There is no risk in the register.',
});

const RISK_COLUMNS: readonly Column[] = [
  ['Risk', 5],
  ['Category', 2],
  ['Status', 2],
  ['L × I', 1],
  ['Score', 1],
  ['Residual', 1],
  ['Owner', 2],
  ['Treatment', 5],
  ['Target', 2],
];

const riskLine = ({ row, owner, tasks }: ExportRisk): (string | null)[] => [
  ...[row.title, row.category, row.status, `${row.likelihood} × ${row.impact}`],
  ...[riskText(row.riskScore), riskText(row.residualRisk), owner?.name ?? null],
  [row.mitigationPlan, ...tasks].filter((text) => text).join('\n') || null,
  row.targetDate,
];

const LOSS_COLUMNS: readonly Column[] = [
  ['Risk', 4],
  ['Loss per event', 3],
  ['Events per year', 2],
  ['Annualised before', 2],
  ['After', 2],
  ['P95', 2],
  ['Assumptions', 5],
];

function lossLine({ row, quantities: q, result }: ExportRisk, fallback: string): (string | null)[] {
  const money = (value: number | undefined) =>
    value === undefined
      ? null
      : `${Math.round(value).toLocaleString('en')} ${q?.currency ?? fallback}`;
  return [
    row.title,
    q ? `${q.lossLow.toLocaleString('en')} to ${q.lossHigh.toLocaleString('en')}` : NO_VALUE,
    q ? `${q.frequencyLow} to ${q.frequencyHigh}` : NO_VALUE,
    ...[money(result?.before.mean), money(result?.after?.mean), money(result?.before.p95)],
    q?.assumptions ?? null,
  ];
}

export function registerReport(
  risks: readonly ExportRisk[],
  { generatedAt, currency }: ReportFrame,
): ReportDocument {
  const sorted = [...risks].sort((a, b) => b.row.residualRisk - a.row.residualRisk);
  const stated = sorted.filter(({ quantities }) => quantities !== null);
  const note =
    'Ranges are 5th and 95th percentiles. Annualised loss is the mean of 10,000 drawn years.';
  return {
    title: 'Risk register',
    subtitle: null,
    classification: 'Internal',
    generatedAt,
    author: null,
    orientation: 'landscape',
    facts: [
      { label: 'Risks', value: risks.length.toLocaleString('en') },
      { label: 'Made', value: reportTime(generatedAt) },
      { label: 'Order', value: 'Highest residual risk first' },
    ],
    sections: [
      { title: 'Risks', blocks: [table(RISK_COLUMNS, sorted.map(riskLine))] },
      {
        title: 'In currency',
        blocks: [
          table(
            LOSS_COLUMNS,
            stated.map((risk) => lossLine(risk, currency)),
          ),
          { type: 'paragraph', text: note },
        ],
      },
    ],
  };
}
