import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS, statusLabel } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { EntityAlert, EntityRef } from '../../../shared/areas/entities/entities.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonStyles } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { deskLink } from './desk-link.ts';
import { entityAlertsQuery } from './entities.queries.ts';

/** Alerts that name the entity, newest first; each opens on the desk, where the others stand beside it. */
export function EntityAlerts({ entity }: { entity: EntityRef }) {
  const query = useInfiniteQuery(entityAlertsQuery(useClient(), entity));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Card
      title="Alerts"
      note="Newest first"
      actions={
        <Link to={deskLink(entity)} className={buttonStyles({ size: 'sm' })}>
          Show on the desk
        </Link>
      }
      bodyClassName="p-2"
    >
      {query.isPending && <Skeleton className="h-64 w-full" />}
      {query.isError && (
        <ErrorState
          title="The alerts could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <p className="p-2 text-fg-muted">No alert names this entity.</p>
      )}
      {rows.length > 0 && (
        <VirtualRows
          label="Alerts of the entity"
          rows={rows}
          keyOf={({ id }) => id}
          rowPx={36}
          className="max-h-[60vh]"
          render={(alert) => <Row alert={alert} />}
        />
      )}
      {query.hasNextPage && (
        <Button
          size="sm"
          className="m-2"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Show earlier alerts'}
        </Button>
      )}
    </Card>
  );
}

function Row({ alert }: { alert: EntityAlert }) {
  return (
    <Link
      to={`/alerts?alert=${encodeURIComponent(alert.id)}`}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-sm px-2 py-1.5 hover:bg-raised sm:flex-nowrap"
    >
      <span className="w-16 shrink-0">
        <Badge tone={SEVERITY_COLOURS[alert.severity]}>{SEVERITY_LABELS[alert.severity]}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-40 truncate text-fg">
        <Untrusted text={alert.title} max={160} expand="none" />
      </span>
      <span className="shrink-0 text-xs text-fg-muted">
        {statusLabel(alert.status).toLowerCase()}
      </span>
      <DateTime
        value={alert.createdAt}
        className="shrink-0 text-right text-xs whitespace-nowrap text-fg-muted tabular-nums"
      />
    </Link>
  );
}
