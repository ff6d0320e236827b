/** Promoted events in a report: both clocks, and why a source's was moved. Texts are attackers'. */
import {
  ALIGNMENT_CONFIDENCE_LABELS,
  ALIGNMENT_METHOD_LABELS,
  offsetText,
} from '../../../../shared/areas/forensics/timeline/alignment.ts';
import { momentIso } from '../../../../shared/areas/forensics/timeline/moment.ts';
import type { PromotedEvent } from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import type { ReportBlock } from '../../../platform/documents/report.ts';

const exact = (iso: string | null, nanos: number): string =>
  iso === null ? 'No time' : momentIso({ ms: Date.parse(iso), nanos });

/** Nothing where no event was promoted. */
export function promotedBlocks(promoted: readonly PromotedEvent[]): ReportBlock[] {
  if (promoted.length === 0) return [];
  const clocks = new Map(promoted.map((one) => [one.sourceId, one]));
  return [
    { type: 'heading', text: 'Promoted events' },
    {
      type: 'table',
      columns: [
        { header: 'Aligned', share: 19 },
        { header: 'Recorded', share: 19 },
        { header: 'What', share: 34 },
        { header: 'Source', share: 16 },
        { header: 'Technique', share: 12 },
      ],
      rows: promoted.map((one) => [
        exact(one.alignedAt, one.alignedNanos),
        exact(one.recordedAt, one.recordedNanos),
        [one.event.summary, one.note === null ? null : `Note: ${one.note}`]
          .filter((part) => part !== null)
          .join(' '),
        [one.sourceName, one.event.record === null ? null : `record ${one.event.record}`]
          .filter((part) => part !== null)
          .join(', '),
        one.technique,
      ]),
      empty: 'None.',
    },
    {
      type: 'table',
      caption: 'Clocks of the sources',
      columns: [
        { header: 'Source', share: 34 },
        { header: 'Offset', share: 18 },
        { header: 'Method', share: 20 },
        { header: 'Confidence', share: 12 },
        { header: 'Set by', share: 16 },
      ],
      rows: [...clocks.values()].map(({ sourceName, alignment }) => [
        sourceName,
        alignment ? offsetText({ ms: alignment.offsetMs, nanos: alignment.offsetNanos }) : '0',
        ALIGNMENT_METHOD_LABELS[alignment?.method ?? 'none'],
        alignment && alignment.method !== 'none'
          ? ALIGNMENT_CONFIDENCE_LABELS[alignment.confidence]
          : null,
        alignment?.setBy?.name ?? null,
      ]),
      empty: 'None.',
    },
  ];
}
