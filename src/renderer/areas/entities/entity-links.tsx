import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import {
  type EntityGroup,
  type EntityIncident,
  type EntityLinks,
  type EntityRef,
  LINKS_AT_FIRST,
  LINKS_MAX,
  type LinkedRecord,
  type TogetherEntity,
} from '../../../shared/areas/entities/entities.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { deskLink } from './desk-link.ts';
import { linksQuery } from './entities.queries.ts';
import { CriticalityBadge, EntityAnchor } from './entity-value.tsx';

/** What else there is about the entity. */
export function EntityLinksPart({ entity }: { entity: EntityRef }) {
  const [limit, setLimit] = useState(LINKS_AT_FIRST);
  const links = useQuery(linksQuery(useClient(), entity, limit));
  if (links.isPending) return <Skeleton className="h-96 w-full" />;
  if (!links.data)
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
  const onAll = limit === LINKS_MAX ? null : () => setLimit(LINKS_MAX);
  return (
    <ShowAll value={{ onAll, isLoading: links.isPlaceholderData }}>
      <Cards links={links.data} entity={entity} />
    </ShowAll>
  );
}

interface ShowingAll {
  /** Null once all that are told are shown. */
  onAll: (() => void) | null;
  isLoading: boolean;
}
const ShowAll = createContext<ShowingAll>({ onAll: null, isLoading: false });

function Cards({ links, entity }: { links: EntityLinks; entity: EntityRef }) {
  const { ofGroups, totals } = links;
  const of = ofGroups.isMore ? `Of its newest ${ofGroups.n.toLocaleString()} groups` : undefined;
  return (
    <>
      <ListCard
        title="Incidents"
        note={of}
        rows={links.incidents}
        total={totals.incidents}
        keyOf={({ id }) => id}
        empty="In no incident."
      >
        {(incident) => <IncidentRow incident={incident} />}
      </ListCard>
      <ListCard
        title="Seen together with"
        note={of ?? 'In the same groups of alerts'}
        rows={links.together}
        total={totals.together}
        keyOf={({ kind, value }) => `${kind} ${value}`}
        empty="No other entity is in its alerts."
      >
        {(other) => <TogetherRow other={other} />}
      </ListCard>
      <ListCard
        title="Groups"
        note="Repeats within a quarter of an hour, newest first"
        rows={links.groups}
        total={totals.groups}
        keyOf={({ key }) => key}
        rest={deskLink(entity, { show: 'groups' })}
        empty="In no group."
      >
        {(group) => <GroupRow group={group} />}
      </ListCard>
      <RecordsCard
        title="Indicators"
        rows={links.indicators}
        total={totals.indicators}
        empty="No indicator has this value."
      />
      <RecordsCard
        title="Investigations"
        rows={links.investigations}
        total={totals.investigations}
        empty={
          totals.investigations.isMore
            ? 'None of the newest investigations is about it.'
            : 'No investigation is about it.'
        }
      />
      <RecordsCard
        title="Vendors"
        {...(totals.vendors.isMore ? { note: 'By its newest alerts' } : {})}
        rows={links.vendors}
        total={totals.vendors}
        empty="It belongs to no vendor."
      />
      <RecordsCard
        title="Suppression rules"
        rows={links.suppressions}
        total={totals.suppressions}
        empty="No suppression rule names it."
      />
    </>
  );
}

type Total = EntityLinks['totals']['groups'];

interface ListCardProps<T> {
  title: string;
  note?: string | undefined;
  rows: readonly T[];
  total: Total;
  keyOf: (row: T) => string;
  /** Where those stand that are not told here. */
  rest?: string;
  empty: string;
  children: (row: T) => ReactNode;
}

/** More rows than this are drawn only where they are in view. */
const PLAIN_ROWS = 100;

function ListCard<T>(props: ListCardProps<T>) {
  const { title, note, rows, total, keyOf, rest, empty, children } = props;
  const told = [...(total.n > 0 ? [totalText(total)] : []), ...(note ? [note] : [])];
  return (
    <Card
      title={title}
      {...(told.length > 0 ? { note: told.join(' · ') } : {})}
      bodyClassName="p-2"
    >
      {rows.length === 0 ? (
        <p className="px-2 py-1 text-fg-muted">{empty}</p>
      ) : rows.length > PLAIN_ROWS ? (
        <VirtualRows
          label={title}
          rows={rows}
          keyOf={keyOf}
          rowPx={36}
          className="max-h-96"
          render={children}
        />
      ) : (
        <ul className="flex flex-col">
          {rows.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
      {total.n > rows.length && (
        <More title={title} total={total} shown={rows.length} rest={rest} />
      )}
    </Card>
  );
}

const totalText = ({ n, isMore }: Total) => `${isMore ? 'At least ' : ''}${n.toLocaleString()}`;

interface MoreProps {
  title: string;
  total: Total;
  shown: number;
  rest: string | undefined;
}

function More({ title, total, shown, rest }: MoreProps) {
  const { onAll, isLoading } = useContext(ShowAll);
  if (onAll || isLoading)
    return (
      <Button
        size="sm"
        className="m-2"
        disabled={isLoading}
        aria-label={`Show all: ${title}`}
        onClick={() => onAll?.()}
      >
        {isLoading
          ? 'Loading...'
          : `Show all ${total.isMore ? 'that are known: ' : ''}${total.n.toLocaleString()}`}
      </Button>
    );
  return (
    <p className="px-2 py-1 text-xs text-fg-muted">
      {shown.toLocaleString()} of {total.isMore && 'at least '}
      {total.n.toLocaleString()}.{' '}
      {rest && (
        <Link to={rest} className="rounded-sm text-accent-text hover:underline">
          Show all on the desk
        </Link>
      )}
    </p>
  );
}

const ROW = 'flex min-w-0 items-center gap-2 rounded-sm px-2 py-1.5';

function IncidentRow({ incident }: { incident: EntityIncident }) {
  return (
    <Link
      to={`/alerts?show=incidents&incident=${encodeURIComponent(incident.id)}`}
      className={`${ROW} hover:bg-raised`}
    >
      <Badge tone={SEVERITY_COLOURS[incident.severity]}>{SEVERITY_LABELS[incident.severity]}</Badge>
      <span className="min-w-0 flex-1 truncate text-fg">
        <Untrusted text={incident.title} max={120} expand="none" />
      </span>
      <DateTime value={incident.lastSeen} className="shrink-0 text-xs text-fg-muted" />
    </Link>
  );
}

function TogetherRow({ other }: { other: TogetherEntity }) {
  return (
    <div className={ROW}>
      <span className="min-w-0 flex-1 truncate">
        <EntityAnchor kind={other.kind} value={other.value} />
      </span>
      <CriticalityBadge criticality={other.criticality} />
      <span className="shrink-0 text-xs text-fg-muted tabular-nums">
        {other.groups === 1 ? '1 group' : `${other.groups.toLocaleString()} groups`}
      </span>
    </div>
  );
}

function GroupRow({ group }: { group: EntityGroup }) {
  return (
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
  );
}

interface RecordsCardProps {
  title: string;
  note?: string;
  rows: readonly LinkedRecord[];
  total: Total;
  empty: string;
}

function RecordsCard(props: RecordsCardProps) {
  return (
    <ListCard {...props} keyOf={({ id }) => id}>
      {(row) => (
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
      )}
    </ListCard>
  );
}
