import { useQuery } from '@tanstack/react-query';
import type { HeldItem } from '../../../shared/areas/isolation/isolation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { heldQuery, isolationQuery, useDecideHeld } from './isolation.queries.ts';
import { sizeText } from './size-text.ts';

const KINDS: Readonly<Record<HeldItem['kind'], string>> = {
  'connector-run': 'Connector run',
  push: 'Send',
  'model-call': 'Model call',
  'update-check': 'Update check',
};

/** What would have left while the workspace was isolated: released or dropped one by one. */
export function HeldCard() {
  const held = useQuery(heldQuery(useClient()));
  return (
    <Card
      title="Held back"
      note="What would have left while this workspace was isolated. Nothing of it leaves by itself. Calls to models are refused instead of held: somebody waits for their answer now."
    >
      {held.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : held.isError ? (
        <ErrorState
          title="What is held back could not be read"
          error={held.error}
          onRetry={() => void held.refetch()}
          isRetrying={held.isFetching}
        />
      ) : held.data.length === 0 ? (
        <EmptyState
          title="Nothing is held back"
          text="While this workspace is isolated, connector runs and sends that are due are listed here."
        />
      ) : (
        <ul className="divide-y divide-line">
          {held.data.map((item) => (
            <HeldRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function HeldRow({ item }: { item: HeldItem }) {
  const client = useClient();
  const isIsolated = useQuery(isolationQuery(client)).data?.isIsolated ?? true;
  const mayDecide = useMay('integrations.manage');
  const decide = useDecideHeld();
  const sayError = useErrorToast();
  const put = (isReleased: boolean) =>
    decide.mutate({ id: item.id, isReleased }, { onError: sayError });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex min-w-0 items-center gap-2">
          <Badge>{KINDS[item.kind]}</Badge>
          <Untrusted text={item.what} expand="none" className="min-w-0 truncate font-medium" />
        </span>
        <span className="text-xs text-fg-muted">
          To <Untrusted text={item.destination} expand="none" />, for{' '}
          {item.account ? <Untrusted text={item.account.name} expand="none" /> : 'a schedule'},
          since <DateTime value={item.since} />
          {item.times > 1 && `, ${item.times.toLocaleString()} times`}
          {item.sizeBytes !== null && `, ${sizeText(item.sizeBytes)}`}
        </span>
      </div>
      {mayDecide && (
        <div className="flex gap-2">
          <Button
            size="sm"
            disabled={isIsolated || decide.isPending}
            title={isIsolated ? 'Switch isolation off first' : undefined}
            onClick={() => put(true)}
          >
            Release
          </Button>
          <Button size="sm" variant="ghost" disabled={decide.isPending} onClick={() => put(false)}>
            Drop
          </Button>
        </div>
      )}
    </li>
  );
}
