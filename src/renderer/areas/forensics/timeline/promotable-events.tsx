/** The events of an investigation, each with the way onto its timeline. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PROMOTION_LIMITS } from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import {
  type EventFileFormat,
  timelineContract,
} from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import { endpointPath } from '../../../../shared/contract/client.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SaveMenu } from '../../../ui/save-menu.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import { EventExplorer } from '../events/event-explorer.tsx';
import { ExtractButton } from '../indicators/extract-button.tsx';
import { EventRules } from '../rules/event-rules.tsx';
import { HitChips } from '../rules/hit-chips.tsx';
import type { MsRange } from './case-timeline.tsx';
import { PromoteButton } from './promoted-actions.tsx';
import { promotedQuery } from './timeline.queries.ts';

const FORMATS: readonly (readonly [EventFileFormat, string])[] = [
  ['csv', 'CSV, as listed'],
  ['ndjson', 'NDJSON with all fields'],
];

interface PromotableEventsProps {
  investigationId: string;
  isClosed: boolean;
  /** Open at first. */
  eventId?: number | null;
  range?: MsRange;
  onRange?: (range: MsRange) => void;
}

export function PromotableEvents({ investigationId, isClosed, ...span }: PromotableEventsProps) {
  const { data } = useQuery(promotedQuery(useClient(), investigationId));
  const mayPromote = useMay('forensics.write') && !isClosed;
  const host = useHost();
  const fail = useErrorToast();
  const marks = useMemo(() => new Set((data ?? []).map(({ eventId }) => eventId)), [data]);
  return (
    <EventExplorer
      investigationId={investigationId}
      marks={marks}
      actions={({ id }) => (
        <>
          {marks.has(String(id)) ? (
            <Badge tone="accent">On the timeline</Badge>
          ) : (
            mayPromote && <PromoteButton investigationId={investigationId} eventIds={[id]} />
          )}
          <EventRules investigationId={investigationId} eventId={String(id)} />
          <ExtractButton of={{ type: 'events', id: investigationId, eventIds: [id] }} />
        </>
      )}
      chip={(event) => <HitChips investigationId={investigationId} event={event} />}
      {...(mayPromote ? { picks: PROMOTION_LIMITS.events } : {})}
      tools={(query, sort, picked) => (
        <span className="flex flex-wrap items-center gap-2">
          {picked.ids.size > 0 && (
            <>
              <PromoteButton
                investigationId={investigationId}
                eventIds={[...picked.ids]}
                onDone={picked.clear}
              />
              <ExtractButton
                of={{ type: 'events', id: investigationId, eventIds: [...picked.ids] }}
              />
              <Button size="sm" variant="ghost" onClick={picked.clear}>
                Choose none
              </Button>
            </>
          )}
          <SaveMenu
            label="Save events"
            size="sm"
            formats={FORMATS}
            onSave={(format) => {
              const path = endpointPath(timelineContract.events, {
                params: { id: investigationId },
                query: { query: JSON.stringify(query), sort, format },
              });
              void host.saveAs(path, `events.${format}`).catch(fail);
            }}
          />
        </span>
      )}
      {...span}
    />
  );
}
