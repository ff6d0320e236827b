/** What a report of an audit says, put in words, tables and lists. */
import { OPINION_LABELS } from '../../../shared/areas/audits/audit-reports.rules.ts';
import { AUDIT_STATUS_LABELS } from '../../../shared/areas/audits/audits.rules.ts';
import {
  type ReportBlock,
  type ReportDocument,
  type ReportSection,
  reportTime,
} from '../../platform/documents/report.ts';
import type {
  ReportContent,
  ReportEvidence,
  ReportFinding,
  ReportSample,
} from './report-content.ts';

export interface DocumentFrame {
  readonly version: number;
  readonly classification: string | null;
  /** ms. */
  readonly generatedAt: number;
  readonly author: string | null;
}

export const SELF_APPROVED = 'self-approved';
const day = (ms: number | null) => (ms === null ? null : reportTime(ms).slice(0, 10));
const percent = (value: number | null) => (value === null ? null : `${value} %`);
const words = (code: string) => {
  const text = code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const ownMark = (name: string | null, isSelfApproved: boolean) =>
  isSelfApproved ? `${name ?? ''} (${SELF_APPROVED})`.trim() : name;

export function reportDocument(content: ReportContent, frame: DocumentFrame): ReportDocument {
  const { audit } = content;
  return {
    title: `Audit report: ${audit.title}`,
    subtitle: audit.description,
    classification: frame.classification,
    generatedAt: frame.generatedAt,
    author: frame.author,
    facts: [
      { label: 'Report', value: `Version ${frame.version}` },
      {
        label: 'Audit',
        value: `${words(audit.type)}, ${AUDIT_STATUS_LABELS[audit.status]}`,
      },
      { label: 'Period examined', value: rangeText(audit.periodStart, audit.periodEnd) },
      { label: 'Fieldwork', value: rangeText(audit.startDate, audit.endDate) },
      { label: 'Report date', value: audit.reportDate },
      { label: 'Auditor', value: audit.auditor },
      { label: 'Lead', value: audit.assignedTo },
      { label: 'Prepared by', value: frame.author },
    ],
    sections: [
      conclusionSection(content),
      scopeSection(content),
      methodSection(content),
      ...content.frameworks.map(controlsSection),
      requestsSection(content),
      ...samplesSections(content.samples),
      findingsSection(content.findings),
      evidenceSection(content.evidence),
    ],
  };
}

function rangeText(from: string | null, to: string | null): string | null {
  return from === null && to === null ? null : `${from ?? 'open'} to ${to ?? 'open'}`;
}

function conclusionSection(content: ReportContent): ReportSection {
  const { opinion, conclusion, limitations, audit } = content;
  const paragraph = (text: string | null): ReportBlock[] =>
    text === null ? [] : [{ type: 'paragraph', text }];
  return {
    title: 'Opinion and conclusion',
    blocks: [
      {
        type: 'note',
        text: `Opinion: ${opinion === null ? 'none was stated' : OPINION_LABELS[opinion]}`,
      },
      ...paragraph(conclusion),
      ...(audit.recommendations === null
        ? []
        : ([{ type: 'heading', text: 'Recommendations' }] as const)),
      ...paragraph(audit.recommendations),
      { type: 'heading', text: 'Limitations' },
      limitations.length === 0
        ? { type: 'paragraph', text: 'None that the records of the workspace show.' }
        : { type: 'list', items: limitations },
    ],
  };
}

function scopeSection({ audit, frameworks }: ReportContent): ReportSection {
  return {
    title: 'Scope',
    blocks: [
      { type: 'paragraph', text: audit.scope ?? 'No scope was put in words.' },
      {
        type: 'table',
        caption:
          'Frameworks in scope. Score: compliant of assessed. Coverage: assessed of applicable, by weight. Assurance: how far evidence, tests and reviews bear out what was assessed.',
        columns: [
          { header: 'Framework', share: 4 },
          { header: 'Version', share: 1.5 },
          { header: 'Controls', share: 1.2 },
          { header: 'Score', share: 1 },
          { header: 'Coverage', share: 1.2 },
          { header: 'Assurance', share: 1.2 },
        ],
        rows: frameworks.map(({ name, version, controls, score, coverage, assurance }) => [
          name,
          version,
          String(controls.length),
          percent(score),
          percent(coverage),
          percent(assurance),
        ]),
        empty: 'No framework is in scope.',
      },
    ],
  };
}

function methodSection({ samples, evidence }: ReportContent): ReportSection {
  return {
    title: 'Method',
    blocks: [
      {
        type: 'paragraph',
        text: `Controls were examined by their status, their tests and ${evidence.length} pieces of evidence; ${samples.length} random samples were drawn. A sample is drawn from its seed by SHA-256, so that everybody who has the list of the population can draw it again. Evidence counts as valid where another person accepted it and it has not run out; where a person reviewed their own work the report says "${SELF_APPROVED}". Times are UTC.`,
      },
    ],
  };
}

function controlsSection(framework: ReportContent['frameworks'][number]): ReportSection {
  return {
    title: `Controls: ${framework.name}${framework.version ? ` ${framework.version}` : ''}`,
    blocks: [
      {
        type: 'table',
        columns: [
          { header: 'Control', share: 1.6 },
          { header: 'Title', share: 5 },
          { header: 'Status', share: 2 },
          { header: 'Assurance', share: 1.3 },
          { header: 'Valid evidence', share: 1.3 },
        ],
        rows: framework.controls.map((control) => [
          control.ref,
          control.title,
          control.isApplicable ? words(control.status) : 'Not applicable',
          control.assurance === null ? null : String(control.assurance),
          String(control.validEvidence),
        ]),
        empty: 'This framework has no controls.',
      },
    ],
  };
}

function requestsSection({ requests }: ReportContent): ReportSection {
  return {
    title: 'Requests',
    blocks: [
      {
        type: 'table',
        columns: [
          { header: 'No.', share: 0.7 },
          { header: 'Request', share: 4 },
          { header: 'Controls', share: 1.6 },
          { header: 'Owner', share: 1.6 },
          { header: 'Due', share: 1.3 },
          { header: 'Status', share: 1.3 },
          { header: 'Decided by', share: 1.8 },
        ],
        rows: requests.map((request) => [
          String(request.number),
          request.title,
          request.controls.join(', ') || null,
          request.owner,
          request.due,
          words(request.status),
          ownMark(request.decidedBy, request.isSelfApproved),
        ]),
        empty: 'There is no request list.',
      },
    ],
  };
}

function samplesSections(samples: readonly ReportSample[]): ReportSection[] {
  if (samples.length === 0)
    return [{ title: 'Samples', blocks: [{ type: 'paragraph', text: 'No sample was drawn.' }] }];
  return samples.map((sample) => ({
    title: `Sample ${sample.number}: ${words(sample.population)}`,
    blocks: [
      ...(sample.purpose === null ? [] : ([{ type: 'paragraph', text: sample.purpose }] as const)),
      {
        type: 'list',
        items: [
          `Population: ${sample.populationCount} records from ${day(sample.periodStart)} to before ${day(sample.periodEnd)}${filterText(sample)}; SHA-256 of its list ${sample.populationSha256}`,
          `Drawn: ${sample.items.length} by ${sample.drawnBy ?? 'Watchfloor'} on ${reportTime(sample.drawnAt)}; seed ${sample.seed}; method ${sample.method}`,
          `Result: ${resultText(sample)}`,
        ],
      },
      {
        type: 'table',
        caption: 'Completeness of the population',
        columns: [
          { header: 'Check', share: 4 },
          { header: 'Listed', share: 1 },
          { header: 'Counted', share: 1 },
          { header: 'Verdict', share: 1.2 },
          { header: 'Note', share: 4 },
        ],
        rows: sample.reconciliation.checks.map(({ title, listed, counted, verdict, note }) => [
          title,
          listed === null ? null : String(listed),
          counted === null ? null : String(counted),
          words(verdict),
          note,
        ]),
        empty: 'No check of completeness was made.',
      },
      {
        type: 'table',
        caption: 'Items',
        columns: [
          { header: 'Place', share: 0.8 },
          { header: 'Record', share: 4.5 },
          { header: 'Time', share: 2 },
          { header: 'Result', share: 1.4 },
          { header: 'Tested by', share: 1.8 },
          { header: 'Note', share: 2.5 },
        ],
        rows: sample.items.map((item) => [
          String(item.ordinal),
          item.label,
          reportTime(Date.parse(item.at)),
          item.result === null ? 'Not tested' : words(item.result),
          item.testedBy,
          item.note,
        ]),
        empty: 'The population was empty.',
      },
      ...(sample.reconciliation.limits.length === 0
        ? []
        : ([{ type: 'list', items: sample.reconciliation.limits }] as const)),
    ],
  }));
}

function filterText({ filter }: ReportSample): string {
  const parts = Object.entries(filter).map(([key, value]) => `${key} ${value}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function resultText({ items }: ReportSample): string {
  const count = (result: string | null) => items.filter((item) => item.result === result).length;
  return `${count('PASS')} passed, ${count('EXCEPTION')} exceptions, ${count('NOT_TESTABLE')} not testable, ${count(null)} not tested`;
}

function findingsSection(findings: readonly ReportFinding[]): ReportSection {
  return {
    title: 'Findings',
    blocks: [
      {
        type: 'table',
        columns: [
          { header: 'No.', share: 0.7 },
          { header: 'Finding', share: 4.5 },
          { header: 'Severity', share: 1.2 },
          { header: 'Control', share: 1.3 },
          { header: 'Status', share: 1.5 },
          { header: 'Due', share: 1.4 },
          { header: 'Owner', share: 1.6 },
        ],
        rows: findings.map((finding) => [
          String(finding.number),
          finding.title,
          words(finding.severity),
          finding.control,
          words(finding.status),
          day(finding.dueAt),
          finding.owner,
        ]),
        empty: 'There is no finding.',
      },
      ...findings.flatMap(findingBlocks),
    ],
  };
}

function findingBlocks(finding: ReportFinding): ReportBlock[] {
  const done = (name: string | null, at: number | null) =>
    at === null ? null : `${name ?? 'Unknown account'}, ${reportTime(at)}`;
  const lines: (readonly [string, string | null])[] = [
    ['Description', finding.description],
    ['Criteria', finding.criteria],
    ['Condition', finding.condition],
    ['Cause', finding.cause],
    ['Effect', finding.effect],
    ['Recommendation', finding.recommendation],
    ['Remediation plan', finding.remediationPlan],
    ['Remediated', done(finding.remediatedBy, finding.remediatedAt)],
    ['Remediation', finding.remediationNote],
    [
      'Retest',
      finding.retestResult === null
        ? null
        : `${words(finding.retestResult)}, ${done(ownMark(finding.retestedBy, finding.isSelfApproved), finding.retestedAt)}`,
    ],
    ['Retest note', finding.retestNote],
    [
      'Risk accepted',
      finding.acceptedReason === null
        ? null
        : `${finding.acceptedBy ?? 'Unknown account'} until ${finding.acceptedUntil ?? 'further notice'}: ${finding.acceptedReason}`,
    ],
    ['Closed', finding.closedAt === null ? null : reportTime(finding.closedAt)],
    ['Evidence', finding.evidenceIds.join(', ') || null],
  ];
  const items = lines.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
  return [
    { type: 'heading', text: `Finding ${finding.number}: ${finding.title}` },
    { type: 'list', items: items.length > 0 ? items : ['Nothing more is recorded.'] },
  ];
}

export function verdictText(item: ReportEvidence): string {
  if (item.verdict !== 'ACCEPTED') return words(item.verdict);
  return item.isValid ? 'Accepted' : 'Accepted, no longer valid';
}

function evidenceSection(evidence: readonly ReportEvidence[]): ReportSection {
  return {
    title: 'Evidence',
    blocks: [
      {
        type: 'table',
        columns: [
          { header: 'Evidence', share: 3.6 },
          { header: 'Type', share: 1.4 },
          { header: 'Period', share: 1.5 },
          { header: 'Collected by', share: 1.6 },
          { header: 'Review', share: 1.8 },
          { header: 'SHA-256 of its file', share: 3.4 },
        ],
        rows: evidence.map((item) => [
          `${item.title}\n${item.id}`,
          words(item.type),
          item.periodStart === null && item.periodEnd === null
            ? null
            : `${day(item.periodStart) ?? 'open'} to ${day(item.periodEnd) ?? 'open'}`,
          item.collectedBy ?? item.collector,
          [verdictText(item), ownMark(item.reviewedBy, item.isSelfApproved)]
            .filter(Boolean)
            .join('\n'),
          item.sha256 ?? (item.keptAt === null ? 'no file' : `kept at ${item.keptAt}`),
        ]),
        empty: 'No evidence belongs to this audit.',
      },
    ],
  };
}
