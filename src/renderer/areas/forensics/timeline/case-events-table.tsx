/** What a run reconstructed, with the events that were promoted since. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TimelineEntry } from '../../../../shared/areas/forensics/analysis.ts';
import { useClient } from '../../../api/client-context.tsx';
import { type ShownEntry, TimelineTable } from '../timeline-table.tsx';
import { promotedQuery } from './timeline.queries.ts';

/** By time; what was promoted from a source without a time is not among them. */
export function useCaseEvents(
  investigationId: string,
  entries: readonly TimelineEntry[],
): readonly ShownEntry[] {
  const { data } = useQuery(promotedQuery(useClient(), investigationId));
  return useMemo(() => {
    const promoted = (data ?? []).flatMap((one): ShownEntry[] =>
      one.alignedAt === null
        ? []
        : [
            {
              ...{ at: one.alignedAt, until: null, title: one.event.summary, alertId: null },
              ...{ severity: null, host: one.event.host, user: one.event.user, n: 1 },
              ...{ techniques: one.technique === null ? [] : [one.technique] },
              ...{ source: one.sourceName, part: 'promoted' },
            },
          ],
    );
    if (promoted.length === 0) return entries;
    return [...entries, ...promoted].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }, [entries, data]);
}

export function CaseEventsTable({
  investigationId,
  entries,
  ...shown
}: {
  investigationId: string;
  entries: readonly TimelineEntry[];
  label: string;
  className?: string;
}) {
  return <TimelineTable entries={useCaseEvents(investigationId, entries)} {...shown} />;
}
