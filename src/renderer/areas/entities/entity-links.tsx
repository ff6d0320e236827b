import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type {
  EntityGroup,
  EntityIncident,
  EntityLinks,
  EntityRef,
  LinkedRecord,
  TogetherEntity,
} from '../../../shared/areas/entities/entities.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { linksQuery } from './entities.queries.ts';
import { CriticalityBadge, EntityAnchor } from './entity-value.tsx';

/** What else there is about the entity. */
export function EntityLinksPart({ entity }: { entity: EntityRef }) {
  const links = useQuery(linksQuery(useClient(), entity));
  if (links.isPending) return <Skeleton className="h-96 w-full" />;
  if (links.isError)
    return (
      <Card title="Linked records">
        <ErrorState
          title="What is linked could not be loaded"
          error={links.error}
          onRetry={() => void links.refetch()}
          isRetrying={links.isFetching}
        />
      </Card>
    );
  return <Cards links={links.data} />;
}

function Cards({ links }: { links: EntityLinks }) {
  const { ofGroups } = links;
  const of = ofGroups.isMore ? `Of its newest ${ofGroups.n.toLocaleString()} groups` : undefined;
  return (
    <>
      <ListCard title="Incidents" note={of} rows={links.incidents} empty="In no incident.">
        {(incident) => <IncidentRow key={incident.id} incident={incident} />}
      </ListCard>
      <ListCard
        title="Seen together with"
        note={of ?? 'In the same groups of alerts'}
        rows={links.together}
        empty="No other entity is in its alerts."
      >
        {(other) => <TogetherRow key={`${other.kind} ${other.value}`} other={other} />}
      </ListCard>
      <ListCard
        title="Groups"
        note="Repeats within a quarter of an hour, newest first"
        rows={links.groups}
        empty="In no group."
      >
        {(group) => <GroupRow key={group.key} group={group} />}
      </ListCard>
      <RecordsCard
        title="Indicators"
        rows={links.indicators}
        empty="No indicator has this value."
      />
      <RecordsCard
        title="Investigations"
        rows={links.investigations}
        empty="No investigation is about it."
      />
      <RecordsCard title="Vendors" rows={links.vendors} empty="It belongs to no vendor." />
      <RecordsCard
        title="Suppression rules"
        rows={links.suppressions}
        empty="No suppression rule names it."
      />
    </>
  );
}

interface ListCardProps<T> {
  title: string;
  note?: string | undefined;
  rows: readonly T[];
  empty: string;
  children: (row: T) => ReactNode;
}

function ListCard<T>({ title, note, rows, empty, children }: ListCardProps<T>) {
  return (
    <Card title={title} {...(note === undefined ? {} : { note })} bodyClassName="p-2">
      {rows.length === 0 ? (
        <p className="px-2 py-1 text-fg-muted">{empty}</p>
      ) : (
        <ul className="flex flex-col">{rows.map(children)}</ul>
      )}
    </Card>
  );
}

const ROW = 'flex min-w-0 items-center gap-2 rounded-sm px-2 py-1.5';

function IncidentRow({ incident }: { incident: EntityIncident }) {
  return (
    <li>
      <Link
        to={`/alerts?show=incidents&incident=${encodeURIComponent(incident.id)}`}
        className={`${ROW} hover:bg-raised`}
      >
        <Badge tone={SEVERITY_COLOURS[incident.severity]}>
          {SEVERITY_LABELS[incident.severity]}
        </Badge>
        <span className="min-w-0 flex-1 truncate text-fg">
          <Untrusted text={incident.title} max={120} expand="none" />
        </span>
        <DateTime value={incident.lastSeen} className="shrink-0 text-xs text-fg-muted" />
      </Link>
    </li>
  );
}

function TogetherRow({ other }: { other: TogetherEntity }) {
  return (
    <li className={ROW}>
      <span className="min-w-0 flex-1 truncate">
        <EntityAnchor kind={other.kind} value={other.value} />
      </span>
      <CriticalityBadge criticality={other.criticality} />
      <span className="shrink-0 text-xs text-fg-muted tabular-nums">
        {other.groups === 1 ? '1 group' : `${other.groups.toLocaleString()} groups`}
      </span>
    </li>
  );
}

function GroupRow({ group }: { group: EntityGroup }) {
  return (
    <li>
      <Link
        to={`/alerts?show=groups&group=${encodeURIComponent(group.key)}`}
        className={`${ROW} hover:bg-raised`}
      >
        <Badge tone={SEVERITY_COLOURS[group.severity]}>{SEVERITY_LABELS[group.severity]}</Badge>
        <span className="min-w-0 flex-1 truncate text-fg">
          <Untrusted text={group.title} max={120} expand="none" />
        </span>
        <span className="shrink-0 text-xs text-fg-muted tabular-nums">
          {group.n === 1 ? '1 alert' : `${group.n.toLocaleString()} alerts`}
        </span>
        <DateTime value={group.lastSeen} className="shrink-0 text-xs text-fg-muted" />
      </Link>
    </li>
  );
}

function RecordsCard(props: { title: string; rows: readonly LinkedRecord[]; empty: string }) {
  return (
    <ListCard {...props}>
      {(row) => (
        <li key={row.id}>
          <Link to={row.link ?? '#'} className={`${ROW} items-baseline hover:bg-raised`}>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-fg">
                <Untrusted text={row.title} max={120} expand="none" />
              </span>
              <span className="block truncate text-xs text-fg-muted">
                <Untrusted text={row.detail} max={160} expand="none" />
              </span>
            </span>
            {row.at && <DateTime value={row.at} className="shrink-0 text-xs text-fg-muted" />}
          </Link>
        </li>
      )}
    </ListCard>
  );
}
