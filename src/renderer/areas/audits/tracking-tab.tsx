import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { isRequestMissing } from '../../../shared/areas/audits/audits.rules.ts';
import type { AuditRequest } from '../../../shared/areas/audits/requests.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { requestsQuery } from './audits.queries.ts';
import { RequestDialog } from './request-dialog.tsx';
import { RequestList } from './request-list.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const VIEWS = {
  missing: { label: 'Missing', has: ({ status }: AuditRequest) => isRequestMissing(status) },
  overdue: { label: 'Overdue', has: ({ isOverdue }: AuditRequest) => isOverdue },
  provided: { label: 'To decide', has: ({ status }: AuditRequest) => status === 'PROVIDED' },
  accepted: { label: 'Accepted', has: ({ status }: AuditRequest) => status === 'ACCEPTED' },
  all: { label: 'All', has: () => true },
} as const;
type View = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as View[];

/** What every audit waits for: what is missing, late, provided and accepted. */
export function TrackingTab() {
  const requests = useQuery(requestsQuery(useClient(), null));
  const address = useAuditAddress();
  if (requests.isError && !requests.data)
    return (
      <ErrorState
        title="The requests could not be loaded"
        error={requests.error}
        onRetry={() => void requests.refetch()}
        isRetrying={requests.isFetching}
      />
    );
  if (requests.isPending) return <Skeleton className="h-64 w-full" />;
  const all = requests.data.rows;
  const view = NAMES.find((name) => name === address.get('view')) ?? 'missing';
  const segments = NAMES.map((name) => ({
    value: name,
    label: `${VIEWS[name].label} ${all.filter(VIEWS[name].has).length.toLocaleString()}`,
  }));
  return (
    <>
      <RequestList
        requests={all.filter(VIEWS[view].has)}
        isOfAll
        toolbar={
          <Segmented
            label="Requests shown"
            value={view}
            onValueChange={(name) => address.set({ view: name === 'missing' ? null : name })}
            segments={segments}
          />
        }
        empty={
          all.length === 0 ? (
            <EmptyState
              icon={<Paperclip />}
              title="No evidence has been asked for"
              text="The requests of every audit are followed here, from asking to acceptance."
            />
          ) : (
            <EmptyState
              title={`Nothing is ${VIEWS[view].label.toLowerCase()}`}
              text="Choose another view to see the other requests."
              action={<Button onClick={() => address.set({ view: 'all' })}>Show all</Button>}
            />
          )
        }
      />
      <RequestDialog />
    </>
  );
}
