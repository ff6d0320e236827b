import { useQuery } from '@tanstack/react-query';
import type { ListedEvent } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { eventHitsQuery } from './rules.queries.ts';

const TONES: Readonly<Record<string, BadgeTone>> = {
  ...{ critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
};

/** Before an event's summary: the first rule that found it, and how many more. */
export function HitChips({
  investigationId,
  event,
}: {
  investigationId: string;
  event: Pick<ListedEvent, 'id' | 'sourceId'>;
}) {
  const { data } = useQuery(eventHitsQuery(useClient(), investigationId, event));
  const hits = data?.get(String(event.id)) ?? [];
  const [first] = hits;
  if (!first) return null;
  const more = hits.length - 1;
  return (
    <span
      className="flex max-w-48 shrink-0 items-center gap-1"
      title={hits.map(({ title }) => title).join('\n')}
    >
      <Badge tone={first.isMarked ? 'neutral' : (TONES[first.level ?? ''] ?? 'neutral')}>
        <span className="sr-only">{first.isMarked ? 'False positive: ' : 'Found by '}</span>
        <span className="max-w-36 truncate">
          <Untrusted text={first.title} max={60} expand="none" />
        </span>
      </Badge>
      {more > 0 && (
        <span className="text-xs text-fg-muted">
          +{more.toLocaleString()}
          <span className="sr-only"> more</span>
        </span>
      )}
    </span>
  );
}
