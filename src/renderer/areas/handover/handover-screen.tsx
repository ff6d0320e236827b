import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import { useState } from 'react';
import type { HandoverListed } from '../../../shared/areas/handover/handover.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { handoverListQuery, handoverQuery } from './handover.queries.ts';
import { HandoverBadge } from './handover-badge.tsx';
import { HandoverDrafts, LostTexts } from './handover-drafts.tsx';
import { NewHandoverDialog } from './handover-new-dialog.tsx';
import { HandoverView } from './handover-view.tsx';

const NEW_PARAM = 'new';
const OPEN_PARAM = 'handover';

/** Shift handovers: one open beside the list of all. Without a choice the newest is shown. */
export function HandoverScreen() {
  const [params, setParams] = useAddressParams();
  const mayWrite = useMay('alerts.write');
  const list = useInfiniteQuery(handoverListQuery(useClient()));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  // The newest as it was when the page opened: a colleague's new one must not take its place.
  const [first, setFirst] = useState<string | null>(null);
  const newest = rows[0]?.id ?? null;
  if (first === null && newest !== null) setFirst(newest);
  const chosen = params.get(OPEN_PARAM) ?? first ?? newest;
  const open = (id: string | null) => {
    setFirst(null);
    setParams(id === null ? {} : { [OPEN_PARAM]: id });
  };
  const isNew = mayWrite && params.get(NEW_PARAM) !== null;
  const startNew = () =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.set(NEW_PARAM, '1');
      return next;
    });
  const endNew = () =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(NEW_PARAM);
        return next;
      },
      { replace: true },
    );
  const newButton = mayWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={startNew}>
      New handover
    </Button>
  );
  return (
    <HandoverDrafts>
      <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
        <PageHeader
          title="Shift Handover"
          purpose="What was done since a time, and what waits for the next shift"
          actions={newButton}
        />
        {list.isPending && <Skeleton className="h-96 w-full" />}
        {list.isError && (
          <ErrorState
            title="Handovers could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        )}
        {list.isSuccess && rows.length === 0 && (
          <Card>
            <EmptyState
              icon={<ClipboardList />}
              title="No Handover Yet"
              text="A handover is generated from the log: what was decided and changed, what waits, what is overdue."
              action={newButton}
            />
          </Card>
        )}
        {rows.length > 0 && (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            {chosen === null ? null : <Chosen key={chosen} id={chosen} onGone={() => open(null)} />}
            <Earlier
              rows={rows}
              chosen={chosen}
              onChoose={open}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : null}
            />
          </div>
        )}
        {isNew && (
          <NewHandoverDialog
            last={rows.find(({ handedAt }) => handedAt !== null) ?? null}
            onClose={endNew}
            onMade={open}
          />
        )}
      </div>
    </HandoverDrafts>
  );
}

function Chosen({ id, onGone }: { id: string; onGone: () => void }) {
  const found = useQuery(handoverQuery(useClient(), id));
  const [isGone, setGone] = useState(false);
  if (isGone || found.isPending) return <Skeleton className="h-96 w-full" />;
  if (found.error?.message.startsWith('404: '))
    return (
      <Card>
        <LostTexts handoverId={id} why="This draft was deleted meanwhile." />
        <EmptyState
          title="This handover does not exist"
          text="It may have been a draft that was deleted."
          action={<Button onClick={onGone}>Show the newest</Button>}
        />
      </Card>
    );
  const error = found.error && (
    <ErrorState
      title={
        found.data ? 'This handover may have changed since' : 'This handover could not be loaded'
      }
      error={found.error}
      onRetry={() => void found.refetch()}
      isRetrying={found.isFetching}
    />
  );
  if (!found.data) return error;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {error}
      <HandoverView
        handover={found.data}
        onRemoved={() => {
          setGone(true);
          onGone();
        }}
      />
    </div>
  );
}

interface EarlierProps {
  rows: readonly HandoverListed[];
  chosen: string | null;
  onChoose: (id: string) => void;
  onMore: (() => void) | null;
}

function Earlier({ rows, chosen, onChoose, onMore }: EarlierProps) {
  return (
    <Card title="Handovers" note="Newest first" bodyClassName="p-2">
      <VirtualRows
        label="Handovers"
        rows={rows}
        keyOf={({ id }) => id}
        rowPx={50}
        className="max-h-[70vh]"
        render={(row) => (
          <button
            type="button"
            aria-current={row.id === chosen ? 'true' : undefined}
            onClick={() => onChoose(row.id)}
            className={cx(
              'flex w-full flex-col gap-0.5 rounded-sm px-2 py-1.5 text-left hover:bg-raised',
              row.id === chosen && 'bg-accent-soft',
            )}
          >
            <span className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 flex-1 truncate font-medium text-fg">
                <Untrusted text={row.title} max={80} expand="none" />
              </span>
              <HandoverBadge state={row.state} />
            </span>
            <span className="text-xs text-fg-muted">
              <Untrusted text={row.createdBy?.name ?? 'Unknown account'} max={60} expand="none" /> ·{' '}
              <DateTime value={row.createdAt} />
            </span>
          </button>
        )}
      />
      {onMore && (
        <Button size="sm" className="m-2" onClick={onMore}>
          Show earlier
        </Button>
      )}
    </Card>
  );
}
