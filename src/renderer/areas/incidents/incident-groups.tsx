import { useInfiniteQuery } from '@tanstack/react-query';
import { Pin, Split, Unlink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type IncidentDetail,
  type IncidentGroup,
  incidentsContract,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { alertHref, groupAlertsHref, groupHref } from './group-search.ts';
import { OpenState } from './group-table.tsx';
import { SeverityBadge } from './incident-table.tsx';
import { incidentGroupsQuery, useIncidentCall } from './incidents.queries.ts';
import { LongList } from './long-list.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { useViewCommands } from './use-view-commands.ts';

interface IncidentGroupsProps {
  incident: IncidentDetail;
  onMoved: (id: string) => void;
}

type Asked = { type: 'split' } | { type: 'detach'; group: IncidentGroup } | null;

/** The groups of an incident, newest first; some of them can be made an incident of their own. */
export function IncidentGroups({ incident, onMoved }: IncidentGroupsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    incidentGroupsQuery(useClient(), incident.id),
  );
  const mayWrite = useMay('alerts.write') && !incident.isLocked && incident.groups > 1;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>(null);
  const groups = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data]);
  const only = chosen.size === 1 ? groups.find(({ key }) => chosen.has(key)) : undefined;
  const maySplit = mayWrite && chosen.size > 0 && chosen.size < incident.groups;
  useViewCommands([
    ...(maySplit
      ? [
          {
            id: 'incidents.open-split',
            title: 'Open incident: Split the chosen groups',
            icon: Split,
            run: () => setAsked({ type: 'split' }),
          },
        ]
      : []),
    ...(maySplit && only
      ? [
          {
            id: 'incidents.open-detach',
            title: 'Open incident: Detach the chosen group',
            icon: Unlink,
            run: () => setAsked({ type: 'detach', group: only }),
          },
        ]
      : []),
  ]);
  if (error && !data)
    return (
      <ErrorState
        title="The groups could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-48 w-full" />;
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  return (
    <div className="flex flex-col gap-2">
      {mayWrite && (
        <div className="flex items-center gap-3">
          <Button
            size="sm"
            icon={<Split aria-hidden />}
            disabled={!maySplit}
            onClick={() => setAsked({ type: 'split' })}
          >
            Split the chosen ones
          </Button>
          <span className="text-fg-muted tabular-nums">
            {chosen.size.toLocaleString()} of {incident.groups.toLocaleString()} chosen
          </span>
        </div>
      )}
      <LongList
        label="Groups of the incident"
        rows={groups}
        rowPx={37}
        rowKey={({ key }) => key}
        row={(group) => (
          <Row
            group={group}
            isChosen={mayWrite ? chosen.has(group.key) : null}
            onChoose={() => toggle(group.key)}
            onDetach={() => setAsked({ type: 'detach', group })}
          />
        )}
      />
      {hasNextPage && (
        <Button
          size="sm"
          className="self-start"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older groups
        </Button>
      )}
      {asked?.type === 'split' && (
        <SplitDialog
          incident={incident}
          groups={[...chosen]}
          onClose={() => setAsked(null)}
          onSplit={(id) => {
            setAsked(null);
            setChosen(new Set());
            onMoved(id);
          }}
        />
      )}
      {asked?.type === 'detach' && (
        <DetachDialog
          incident={incident}
          group={asked.group}
          onClose={() => setAsked(null)}
          onDetached={(id) => {
            setAsked(null);
            onMoved(id);
          }}
        />
      )}
    </div>
  );
}

interface RowProps {
  group: IncidentGroup;
  /** Null where nothing can be chosen. */
  isChosen: boolean | null;
  onChoose: () => void;
  onDetach: () => void;
}

function Row({ group, isChosen, onChoose, onDetach }: RowProps) {
  const to =
    group.alerts === 1 && group.alertId !== null ? alertHref(group.alertId) : groupHref(group.key);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-sm border-b border-line px-1 py-1 hover:bg-raised">
      {isChosen !== null && (
        <input
          type="checkbox"
          aria-label={`Choose ${group.title}`}
          className="size-4 accent-accent"
          checked={isChosen}
          onChange={onChoose}
        />
      )}
      <SeverityBadge severity={group.severity} />
      <Link
        to={to}
        className="min-w-40 flex-1 truncate rounded-sm text-fg underline-offset-2 hover:underline"
      >
        <Untrusted text={group.title} max={160} expand="none" />
      </Link>
      {group.isPinned && (
        <Badge icon={<Pin aria-hidden />}>
          Placed<span className="sr-only"> by a person</span>
        </Badge>
      )}
      <OpenState group={group} />
      <Link
        to={groupAlertsHref(group.key)}
        className="rounded-sm text-xs text-accent-text tabular-nums underline underline-offset-2"
      >
        {group.alerts === 1 ? '1 alert' : `${group.alerts.toLocaleString()} alerts`}
      </Link>
      <DateTime value={group.lastSeen} className="text-xs text-fg-muted" />
      {isChosen !== null && (
        <Button
          size="sm"
          variant="ghost"
          label={`Detach ${group.title}`}
          icon={<Unlink aria-hidden />}
          onClick={onDetach}
        />
      )}
    </div>
  );
}

interface DetachProps {
  incident: IncidentDetail;
  group: IncidentGroup;
  onClose: () => void;
  onDetached: (id: string) => void;
}

function DetachDialog({ incident, group, onClose, onDetached }: DetachProps) {
  const { mutate, isPending } = useIncidentCall(
    (client, reason: string) =>
      client.call(incidentsContract.detachGroup, {
        params: { id: incident.id },
        body: { group: group.key, reason, baseRevision: incident.revision },
      }),
    'The group stands alone now',
  );
  return (
    <ReasonDialog
      title="Detach this group"
      description="It becomes an incident of its own, locked, so that nothing joins it."
      label="Detach"
      pendingLabel="Detaching..."
      isPending={isPending}
      onClose={onClose}
      onReason={(reason) => mutate(reason, { onSuccess: ({ id }) => onDetached(id) })}
    />
  );
}
