import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { investigationQuery, investigationsQuery } from './forensics.queries.ts';
import { CaseEventsTable } from './timeline/case-events-table.tsx';
import { CaseTimeline } from './timeline/case-timeline.tsx';
import { ClocksPanel } from './timeline/clocks-panel.tsx';
import { LogonPanel } from './timeline/logon-panel.tsx';
import { ProcessPanel } from './timeline/process-panel.tsx';
import { PromotableEvents } from './timeline/promotable-events.tsx';

const OF = 'of';
const PART = 'part';
const PARTS = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'processes', label: 'Processes' },
  { value: 'logons', label: 'Logons' },
  { value: 'clocks', label: 'Clocks' },
] as const;

/** The timeline of one investigation, the newest first chosen. */
export function TimelineTab() {
  const client = useClient();
  const [params, setParams] = useAddressParams();
  const list = useInfiniteQuery(investigationsQuery(client, { status: null, q: '' }));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const chosen = params.get(OF) ?? rows[0]?.id ?? null;
  if (list.isPending) return <Skeleton className="h-64 w-full" />;
  if (list.isError)
    return (
      <ErrorState
        title="Investigations could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  if (chosen === null)
    return (
      <Card>
        <EmptyState
          title="No timeline yet"
          text="A timeline is reconstructed when an investigation runs."
        />
      </Card>
    );
  return (
    <div className="flex flex-col gap-3">
      <Field label="Investigation" className="max-w-xl">
        {(control) => (
          <Select
            {...control}
            value={chosen}
            options={rows.map(({ id, title }) => ({
              value: id,
              label: <Untrusted text={title} max={100} expand="none" />,
              text: title,
            }))}
            onValueChange={(id) => setParams({ tab: 'timeline', [OF]: id })}
          />
        )}
      </Field>
      <Chosen id={chosen} />
    </div>
  );
}

function Chosen({ id }: { id: string }) {
  const [params, setParams] = useAddressParams();
  const part = PARTS.find(({ value }) => value === params.get(PART))?.value ?? 'timeline';
  const show = (next: string) =>
    setParams((now) => {
      const changed = new URLSearchParams(now);
      changed.set(PART, next);
      return changed;
    });
  const found = useQuery(investigationQuery(useClient(), id));
  if (found.isPending) return <Skeleton className="h-64 w-full" />;
  if (found.isError)
    return (
      <ErrorState
        title="The timeline could not be loaded"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  const isClosed = found.data.closedAt !== null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Link
          to={`/forensics?investigation=${encodeURIComponent(id)}`}
          className="rounded-sm text-accent-text hover:underline"
        >
          Open the investigation
        </Link>
        <span className="flex-1" />
        <Segmented label="Shown" value={part} onValueChange={show} segments={PARTS} />
      </div>
      {part === 'timeline' && (
        <CaseTimeline key={id} investigationId={id} isClosed={isClosed}>
          {(range, onRange) => (
            <>
              <CaseEventsTable
                investigationId={id}
                entries={found.data.timeline}
                label="Timeline Reconstruction"
              />
              <Card title="Events of the evidence" bodyClassName="p-3">
                <PromotableEvents
                  investigationId={id}
                  isClosed={isClosed}
                  range={range}
                  onRange={onRange}
                />
              </Card>
            </>
          )}
        </CaseTimeline>
      )}
      {part === 'processes' && <ProcessPanel key={id} investigationId={id} />}
      {part === 'logons' && <LogonPanel key={id} investigationId={id} />}
      {part === 'clocks' && <ClocksPanel key={id} investigationId={id} isClosed={isClosed} />}
    </>
  );
}
