import { OPINION_LABELS } from '../../../shared/areas/audits/audit-reports.rules.ts';
import type { CellValue, WorkbookSheet } from '../../platform/documents/workbook.ts';
import type { ReportContent } from './report-content.ts';
import { type DocumentFrame, SELF_APPROVED, verdictText } from './report-document.ts';

const at = (ms: number | null) => (ms === null ? null : new Date(ms));
const own = (isSelfApproved: boolean) => (isSelfApproved ? SELF_APPROVED : null);
type Column = readonly [header: string, width: number];
const columnsOf = (columns: readonly Column[]) =>
  columns.map(([header, width]) => ({ header, width }));

/** The same report as a workbook: a sheet each for what one sorts and filters. */
export function reportSheets(content: ReportContent, frame: DocumentFrame): WorkbookSheet[] {
  return [
    summarySheet(content, frame),
    controlsSheet(content),
    requestsSheet(content),
    samplesSheet(content),
    itemsSheet(content),
    findingsSheet(content),
    evidenceSheet(content),
  ];
}

function summarySheet(content: ReportContent, frame: DocumentFrame): WorkbookSheet {
  const { audit, opinion } = content;
  const rows: (readonly [string, CellValue])[] = [
    ['Audit', audit.title],
    ['Report version', frame.version],
    ['Classification', frame.classification],
    ['Generated', at(frame.generatedAt)],
    ['Prepared by', frame.author],
    ['Type', audit.type],
    ['Status', audit.status],
    ['Auditor', audit.auditor],
    ['Period from', audit.periodStart],
    ['Period to', audit.periodEnd],
    ['Scope', audit.scope],
    ['Opinion', opinion === null ? null : OPINION_LABELS[opinion]],
    ['Conclusion', content.conclusion],
    ['Recommendations', audit.recommendations],
    ...content.frameworks.flatMap(({ name, version, score, coverage, assurance }) => {
      const label = `${name} ${version ?? ''}`.trim();
      return [
        [`${label}: score, %`, score],
        [`${label}: coverage, %`, coverage],
        [`${label}: assurance, %`, assurance],
      ] as const;
    }),
    ...content.limitations.map((text) => ['Limitation', text] as const),
  ];
  return {
    name: 'Summary',
    columns: columnsOf([
      ['Field', 32],
      ['Value', 80],
    ]),
    rows,
  };
}

function controlsSheet({ frameworks }: ReportContent): WorkbookSheet {
  return {
    name: 'Controls',
    columns: columnsOf([
      ['Framework', 28],
      ['Version', 12],
      ['Control', 14],
      ['Title', 60],
      ['Applicable', 12],
      ['Status', 22],
      ['Assurance', 12],
      ['Valid evidence', 14],
    ]),
    rows: frameworks.flatMap((framework) =>
      framework.controls.map((control) => [
        framework.name,
        framework.version,
        control.ref,
        control.title,
        control.isApplicable,
        control.status,
        control.assurance,
        control.validEvidence,
      ]),
    ),
  };
}

function requestsSheet({ requests }: ReportContent): WorkbookSheet {
  return {
    name: 'Requests',
    columns: columnsOf([
      ['Number', 10],
      ['Request', 60],
      ['Controls', 24],
      ['Owner', 22],
      ['Due', 14],
      ['Status', 14],
      ['Provided by', 22],
      ['Provided', 18],
      ['Decided by', 22],
      ['Decided', 18],
      ['Self-approved', 14],
      ['Evidence', 44],
    ]),
    rows: requests.map((request) => [
      request.number,
      request.title,
      request.controls.join(', '),
      request.owner,
      request.due,
      request.status,
      request.providedBy,
      at(request.providedAt),
      request.decidedBy,
      at(request.decidedAt),
      own(request.isSelfApproved),
      request.evidenceIds.join(', '),
    ]),
  };
}

function samplesSheet({ samples }: ReportContent): WorkbookSheet {
  return {
    name: 'Samples',
    columns: columnsOf([
      ['Number', 10],
      ['Population', 14],
      ['Purpose', 50],
      ['From', 18],
      ['To, not included', 18],
      ['Population count', 16],
      ['Population SHA-256', 68],
      ['Seed', 36],
      ['Method', 20],
      ['Size', 8],
      ['Drawn by', 22],
      ['Drawn', 18],
      ['Completeness', 80],
    ]),
    rows: samples.map((sample) => [
      sample.number,
      sample.population,
      sample.purpose,
      at(sample.periodStart),
      at(sample.periodEnd),
      sample.populationCount,
      sample.populationSha256,
      sample.seed,
      sample.method,
      sample.items.length,
      sample.drawnBy,
      at(sample.drawnAt),
      sample.reconciliation.checks
        .map(({ title, verdict, note }) => `${title}: ${verdict}. ${note}`)
        .join('\n'),
    ]),
  };
}

function itemsSheet({ samples }: ReportContent): WorkbookSheet {
  return {
    name: 'Sample items',
    columns: columnsOf([
      ['Sample', 10],
      ['Place', 10],
      ['Record', 60],
      ['Reference', 40],
      ['Time', 22],
      ['Result', 16],
      ['Tested by', 22],
      ['Tested', 18],
      ['Note', 50],
    ]),
    rows: samples.flatMap((sample) =>
      sample.items.map((item) => [
        sample.number,
        item.ordinal,
        item.label,
        item.ref,
        item.at,
        item.result,
        item.testedBy,
        at(item.testedAt),
        item.note,
      ]),
    ),
  };
}

function findingsSheet({ findings }: ReportContent): WorkbookSheet {
  return {
    name: 'Findings',
    columns: columnsOf([
      ['Number', 10],
      ['Finding', 50],
      ['Severity', 12],
      ['Status', 14],
      ['Control', 14],
      ['Owner', 22],
      ['Due', 18],
      ['Criteria', 50],
      ['Condition', 50],
      ['Cause', 50],
      ['Effect', 50],
      ['Recommendation', 50],
      ['Remediation plan', 50],
      ['Remediated by', 22],
      ['Remediated', 18],
      ['Remediation', 50],
      ['Retested by', 22],
      ['Retested', 18],
      ['Retest', 10],
      ['Self-approved', 14],
      ['Accepted until', 14],
      ['Reason of acceptance', 50],
      ['Closed', 18],
    ]),
    rows: findings.map((finding) => [
      finding.number,
      finding.title,
      finding.severity,
      finding.status,
      finding.control,
      finding.owner,
      at(finding.dueAt),
      finding.criteria,
      finding.condition,
      finding.cause,
      finding.effect,
      finding.recommendation,
      finding.remediationPlan,
      finding.remediatedBy,
      at(finding.remediatedAt),
      finding.remediationNote,
      finding.retestedBy,
      at(finding.retestedAt),
      finding.retestResult,
      own(finding.isSelfApproved),
      finding.acceptedUntil,
      finding.acceptedReason,
      at(finding.closedAt),
    ]),
  };
}

function evidenceSheet({ evidence }: ReportContent): WorkbookSheet {
  return {
    name: 'Evidence',
    columns: columnsOf([
      ['Evidence', 50],
      ['Id', 38],
      ['Type', 18],
      ['Source', 24],
      ['Collector', 18],
      ['Collected by', 22],
      ['Collected', 18],
      ['Period from', 18],
      ['Period to', 18],
      ['Expires', 18],
      ['Review', 26],
      ['Reviewed by', 22],
      ['Reviewed', 18],
      ['Self-approved', 14],
      ['Revision', 10],
      ['File', 40],
      ['Bytes', 14],
      ['SHA-256', 68],
      ['Kept at', 40],
    ]),
    rows: evidence.map((item) => [
      item.title,
      item.id,
      item.type,
      item.source,
      item.collector,
      item.collectedBy,
      at(item.collectedAt),
      at(item.periodStart),
      at(item.periodEnd),
      at(item.expiresAt),
      verdictText(item),
      item.reviewedBy,
      at(item.reviewedAt),
      own(item.isSelfApproved),
      item.revision,
      item.fileName,
      item.sizeBytes,
      item.sha256,
      item.keptAt,
    ]),
  };
}
