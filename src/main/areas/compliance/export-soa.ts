/**
 * Statement of Applicability: every control with applicability, justification, status, owner and
 * evidence. As a workbook it carries our template's sheets too, so that it can be imported again.
 */
import { NO_VALUE, type ReportDocument, reportTime } from '../../platform/documents/report.ts';
import type { CellValue, WorkbookSheet } from '../../platform/documents/workbook.ts';
import type { ExportControl, ExportEvidence, ExportFramework } from './export-content.store.ts';
import { frameworkTitle } from './oscal-common.ts';

const STATUS_WORDS = {
  COMPLIANT: 'Compliant',
  PARTIALLY_COMPLIANT: 'Partially compliant',
  NON_COMPLIANT: 'Non-compliant',
  NOT_ASSESSED: 'Not assessed',
} as const;

/** Columns of the import template, in its order; see framework-import.workbook.ts. */
const TEMPLATE_COLUMNS = [
  { header: 'Id', width: 14 },
  { header: 'Parent', width: 14 },
  { header: 'Kind', width: 13 },
  { header: 'Title', width: 44 },
  { header: 'Text', width: 70 },
  { header: 'Baselines', width: 18 },
  { header: 'Weight', width: 9 },
  { header: 'Status', width: 21 },
  { header: 'Automated', width: 12 },
  { header: 'Applicable', width: 12 },
  { header: 'Reason', width: 34 },
  { header: 'Description', width: 44 },
] as const;

const yesNo = (value: boolean) => (value ? 'yes' : 'no');
const day = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 10));

/** Groups and controls as rows of the template. `baselinesOf` knows the pack that it came from. */
function templateRows(
  { groups, controls }: ExportFramework,
  baselinesOf: (ref: string) => readonly string[] | undefined,
): CellValue[][] {
  const rows = [
    ...groups.map(({ ref, parentRef, title, position }) => ({
      position,
      cells: [ref, parentRef, 'group', title, ...new Array<null>(8).fill(null)] as CellValue[],
    })),
    ...controls.map((control) => ({
      position: control.position,
      cells: [
        ...[control.ref, control.parentRef, 'requirement', control.title, control.text],
        ...[baselinesOf(control.ref)?.join(', ') ?? null, control.weight, control.status],
        ...[yesNo(control.isAutomated), yesNo(control.isApplicable)],
        ...[control.applicabilityReason, control.description],
      ] as CellValue[],
    })),
  ];
  return rows.sort((a, b) => a.position - b.position).map(({ cells }) => cells);
}

function evidenceText({ title, isValid, expiresAt }: ExportEvidence): string {
  if (!isValid) return `${title} (not valid)`;
  return expiresAt === null ? title : `${title} (until ${day(expiresAt)})`;
}

function justification({ applicabilityReason, exception }: ExportControl): string | null {
  const parts = [
    applicabilityReason,
    exception ? `Exception until ${day(exception.expiresAt)}: ${exception.reason}` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join('\n') : null;
}

export function soaSheets(
  framework: ExportFramework,
  baselinesOf: (ref: string) => readonly string[] | undefined,
): WorkbookSheet[] {
  return [
    {
      name: 'Statement of Applicability',
      columns: [
        { header: 'Control', width: 14 },
        { header: 'Title', width: 44 },
        { header: 'Applicable', width: 12 },
        { header: 'Justification', width: 44 },
        { header: 'Status', width: 21 },
        { header: 'Implementation', width: 50 },
        { header: 'Owner', width: 24 },
        { header: 'Last assessment', width: 16 },
        { header: 'Next assessment', width: 16 },
        { header: 'Evidence', width: 60 },
      ],
      rows: framework.controls.map((control) => [
        ...[control.ref, control.title, yesNo(control.isApplicable), justification(control)],
        control.isApplicable ? STATUS_WORDS[control.status] : null,
        ...[control.description, control.owner],
        ...[day(control.lastAssessment), day(control.nextAssessment)],
        control.evidence.map(evidenceText).join('\n') || null,
      ]),
    },
    {
      name: 'Framework',
      columns: [
        { header: 'Fact', width: 16 },
        { header: 'Value', width: 80 },
      ],
      rows: [
        ['Name', framework.name],
        ['Version', framework.version],
        ['Category', framework.category],
        ['Publisher', framework.publisher],
        ['Licence', framework.licence],
        ['Source', framework.source],
        ['Description', framework.description],
      ],
    },
    {
      name: 'Requirements',
      columns: TEMPLATE_COLUMNS,
      rows: templateRows(framework, baselinesOf),
    },
  ];
}

export function soaDocument(
  framework: ExportFramework,
  { generatedAt, version }: { generatedAt: number; version: string },
): ReportDocument {
  const { controls } = framework;
  const applicable = controls.filter(({ isApplicable }) => isApplicable);
  const unreasoned = controls.filter(
    (control) => !control.isApplicable && control.applicabilityReason === null,
  );
  const count = (items: readonly unknown[]) => String(items.length);
  return {
    title: 'Statement of Applicability',
    subtitle: frameworkTitle(framework),
    classification: 'Internal',
    generatedAt,
    author: `Watchfloor ${version}`,
    orientation: 'landscape',
    facts: [
      { label: 'Framework', value: frameworkTitle(framework) },
      { label: 'Publisher', value: framework.publisher },
      { label: 'Made', value: reportTime(generatedAt) },
      { label: 'Controls', value: count(controls) },
      { label: 'Applicable', value: count(applicable) },
      {
        label: 'Applicable and compliant',
        value: count(applicable.filter(({ status }) => status === 'COMPLIANT')),
      },
      {
        label: 'Applicable and not assessed',
        value: count(applicable.filter(({ status }) => status === 'NOT_ASSESSED')),
      },
    ],
    sections: [
      {
        title: 'Controls',
        blocks: [
          ...(unreasoned.length > 0
            ? [
                {
                  type: 'note' as const,
                  text: `${unreasoned.length} controls do not apply and state no reason.`,
                },
              ]
            : []),
          {
            type: 'table',
            columns: [
              { header: 'Control', share: 9 },
              { header: 'Title', share: 22 },
              { header: 'Applicable', share: 8 },
              { header: 'Justification', share: 18 },
              { header: 'Status', share: 11 },
              { header: 'Owner', share: 11 },
              { header: 'Evidence', share: 21 },
            ],
            rows: controls.map((control) => [
              ...[control.ref, control.title, yesNo(control.isApplicable), justification(control)],
              control.isApplicable ? STATUS_WORDS[control.status] : NO_VALUE,
              control.owner,
              control.evidence.map(evidenceText).join('; ') || null,
            ]),
            empty: 'This framework has no controls.',
          },
        ],
      },
    ],
  };
}

/** The template's columns first, so that a table can be read in again; then what only people read. */
export function controlsTable(
  framework: ExportFramework,
  baselinesOf: (ref: string) => readonly string[] | undefined,
): { headers: string[]; rows: CellValue[][] } {
  const byRef = new Map(framework.controls.map((control) => [control.ref, control]));
  return {
    headers: [
      ...TEMPLATE_COLUMNS.map(({ header }) => header),
      ...['Owner', 'Last assessment', 'Next assessment', 'Evidence'],
    ],
    rows: templateRows(framework, baselinesOf).map((cells) => {
      const control = cells[2] === 'requirement' ? byRef.get(String(cells[0])) : undefined;
      if (!control) return [...cells, null, null, null, null];
      const { owner, lastAssessment, nextAssessment, evidence } = control;
      const listed = evidence.map(evidenceText).join('; ') || null;
      return [...cells, owner, day(lastAssessment), day(nextAssessment), listed];
    }),
  };
}
