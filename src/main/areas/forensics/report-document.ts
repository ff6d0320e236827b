/** An investigation as a document for people. Sentences are ours; titles, values and names are text of others. */
import type { CaseClaim } from '../../../shared/areas/forensics/analysis.ts';
import { typeLabel } from '../../../shared/areas/forensics/indicators/life.ts';
import type { InvestigationDetail } from '../../../shared/areas/forensics/investigations.contract.ts';
import {
  INVESTIGATION_STATUS_LABELS,
  INVESTIGATION_TYPE_LABELS,
  VERDICT_WORDS,
} from '../../../shared/areas/forensics/investigations.rules.ts';
import type { PromotedEvent } from '../../../shared/areas/forensics/timeline/promotions.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import {
  type ReportBlock,
  type ReportDocument,
  type ReportSection,
  reportTime,
} from '../../platform/documents/report.ts';

import type { SaidComment } from './bundle.store.ts';
import { promotedBlocks } from './timeline/promoted-report.ts';

const STANDINGS = { supported: 'Supported', refuted: 'Refuted', open: 'Open' } as const;
const time = (iso: string | null): string => reportTime(iso === null ? null : Date.parse(iso));

/** `generatedAt` in ms: the only time of the file that is not the investigation's own. */
export function investigationDocument(
  one: InvestigationDetail,
  comments: readonly SaidComment[],
  generatedAt: number,
  promoted: readonly PromotedEvent[] = [],
): ReportDocument {
  return {
    title: one.title,
    subtitle: 'Investigation report',
    classification: 'Confidential',
    generatedAt,
    author: one.investigator?.name ?? null,
    facts: [
      { label: 'Incident', value: one.incidentId },
      {
        label: 'Type',
        value: one.investigationType && INVESTIGATION_TYPE_LABELS[one.investigationType],
      },
      { label: 'Priority', value: SEVERITY_LABELS[one.priority] },
      { label: 'Status', value: INVESTIGATION_STATUS_LABELS[one.status] },
      { label: 'Verdict of the engine', value: one.verdict && VERDICT_WORDS[one.verdict] },
      ...(one.closedAt === null
        ? []
        : [
            {
              label: 'Verdict at closing',
              value: one.closingVerdict && VERDICT_WORDS[one.closingVerdict],
            },
            { label: 'Closed', value: `${time(one.closedAt)}, ${one.closedBy?.name ?? 'unknown'}` },
            { label: 'Reason', value: one.closingReason },
          ]),
      { label: 'Opened', value: time(one.createdAt) },
      { label: 'Completed', value: one.completedAt === null ? null : time(one.completedAt) },
      { label: 'Rules', value: one.analysis && `Version ${one.analysis.version}` },
    ],
    sections: [
      ...sectionsOf(one, promoted),
      ...(comments.length > 0
        ? [{ title: 'Comments', blocks: [list(comments.map(commentText), 'None.')] }]
        : []),
    ],
  };
}

const commentText = ({ at, author, text }: SaidComment): string =>
  `${reportTime(at)}, ${author ?? 'Unknown account'}: ${text}`;

function sectionsOf(one: InvestigationDetail, promoted: readonly PromotedEvent[]): ReportSection[] {
  const { analysis, opinion } = one;
  const counts = analysis?.counts;
  return [
    {
      title: 'Summary',
      blocks: [
        ...(one.description ? [paragraph(one.description)] : []),
        paragraph(analysis?.summary ?? 'The engine has not examined it.'),
        ...(counts
          ? [
              paragraph(
                `Examined: ${counts.subject} alerts in question, ${counts.related} related alerts, ${counts.records} records.`,
              ),
            ]
          : []),
      ],
    },
    {
      title: 'Findings',
      blocks: [
        list(
          one.findings.map(({ text, quotes }) => withQuotes(text, quotes)),
          'Nothing was found.',
        ),
      ],
    },
    ...(analysis
      ? [
          {
            title: 'Hypotheses',
            blocks: analysis.hypotheses.flatMap(({ text, standing, supports, refutes }) => [
              { type: 'heading', text: `${STANDINGS[standing]}: ${text}` } as const,
              paragraph('What supports it'),
              list(supports.map(claimText), 'Nothing supports it.'),
              paragraph('What refutes it'),
              list(refutes.map(claimText), 'Nothing refutes it.'),
            ]),
          },
          { title: 'Techniques', blocks: [techniquesTable(analysis.techniques)] },
        ]
      : []),
    { title: 'Timeline', blocks: [timelineTable(one), ...promotedBlocks(promoted)] },
    { title: 'Indicators', blocks: [indicatorsTable(one)] },
    ...(analysis
      ? [
          {
            title: 'Recommended actions',
            blocks: [
              list(
                analysis.actions.map(({ text, source }) => `${text} (${source})`),
                'None.',
              ),
            ],
          },
          {
            title: 'Could not check',
            blocks: [
              list(
                analysis.gaps.map(({ what, needs }) => `${what} Needed: ${needs}`),
                'Nothing.',
              ),
            ],
          },
        ]
      : []),
    ...opinionSection(opinion),
  ];
}

function opinionSection(opinion: InvestigationDetail['opinion']): ReportSection[] {
  if (opinion === null) return [];
  return [
    {
      title: opinion.by === 'model' ? 'Written by a model' : 'A model was asked',
      blocks: [
        {
          type: 'note',
          text: 'The verdict of this report is the engine’s. What a model wrote is checked against the records and stands apart.',
        } as const,
        ...(opinion.notice ? [paragraph(opinion.notice)] : []),
        ...(opinion.by === 'model' ? [paragraph(opinion.summary)] : []),
        ...(opinion.dissent ? [paragraph(`Dissent: ${opinion.dissent}`)] : []),
      ],
    },
  ];
}

const paragraph = (text: string): ReportBlock => ({ type: 'paragraph', text });
const list = (items: readonly string[], empty: string): ReportBlock =>
  items.length === 0 ? paragraph(empty) : { type: 'list', items };
const withQuotes = (text: string, quotes: readonly string[]): string =>
  quotes.length === 0 ? text : `${text} (${quotes.map((quote) => `‘${quote}’`).join(', ')})`;
const claimText = ({ text, quotes, evidence }: CaseClaim): string => {
  const n = evidence.length;
  return `${withQuotes(text, quotes)}${n === 0 ? '' : ` [${n === 1 ? '1 record' : `${n} records`}]`}`;
};

const techniquesTable = (
  techniques: NonNullable<InvestigationDetail['analysis']>['techniques'],
): ReportBlock => ({
  type: 'table',
  columns: [
    { header: 'Technique', share: 15 },
    { header: 'Name', share: 40 },
    { header: 'Tactics', share: 30 },
    { header: 'Alerts', share: 15 },
  ],
  rows: techniques.map(({ id, name, tactics, alerts }) => [
    id,
    name,
    tactics.join(', '),
    String(alerts),
  ]),
  empty: 'No rule named a technique.',
});

const timelineTable = ({ timeline }: InvestigationDetail): ReportBlock => ({
  type: 'table',
  columns: [
    { header: 'When', share: 20 },
    { header: 'Severity', share: 11 },
    { header: 'What', share: 43 },
    { header: 'Where', share: 26 },
  ],
  rows: timeline.map(({ at, severity, title, n, host, user, part }) => [
    time(at),
    severity && SEVERITY_LABELS[severity],
    `${title}${n > 1 ? ` (${n} times)` : ''}${part === 'related' ? ' (related)' : ''}`,
    [host, user].filter(Boolean).join(', ') || null,
  ]),
  empty: 'No event.',
});

const indicatorsTable = ({ iocs }: InvestigationDetail): ReportBlock => ({
  type: 'table',
  columns: [
    { header: 'Type', share: 12 },
    { header: 'Value', share: 48 },
    { header: 'Severity', share: 12 },
    { header: 'First seen', share: 28 },
  ],
  rows: iocs.map(({ type, value, severity, firstSeen }) => [
    typeLabel(type),
    value,
    SEVERITY_LABELS[severity],
    time(firstSeen),
  ]),
  empty: 'No indicator.',
});
