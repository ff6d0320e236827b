import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type {
  IncidentDetail,
  IncidentEdge,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { ENTITY_KIND_LABELS } from '../../../shared/areas/incidents/incidents.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { entityHref } from './group-search.ts';
import { incidentEdgesQuery } from './incidents.queries.ts';
import { gapText, shareText } from './incidents.text.ts';
import { LongList } from './long-list.tsx';

/** Each link that holds an incident together, the weakest first: there it would come apart. */
export function IncidentEdges({ incident }: { incident: IncidentDetail }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    incidentEdgesQuery(useClient(), incident.id),
  );
  if (error && !data)
    return (
      <ErrorState
        title="The links could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-48 w-full" />;
  const edges = data.pages.flatMap(({ rows }) => rows);
  const total = data.pages[0]?.total ?? edges.length;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg-muted">{introOf(incident, total)}</p>
      <LongList
        as="ol"
        label="Links, the weakest first"
        rows={edges}
        rowPx={84}
        rowKey={({ from, to }) => `${from.key} ${to.key}`}
        row={(edge) => <Edge edge={edge} />}
      />
      {hasNextPage && (
        <Button
          size="sm"
          className="self-start"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show stronger links
        </Button>
      )}
    </div>
  );
}

function introOf({ groups, pinned }: IncidentDetail, edges: number): string {
  if (groups === 1) return 'This incident is one group: nothing else links to it.';
  const held =
    pinned === 0
      ? ''
      : pinned === 1
        ? ' One of its groups was placed by a person.'
        : ` ${pinned.toLocaleString()} of its groups were placed by a person.`;
  if (edges === 0) return `No link holds these groups together.${held}`;
  const links = edges === 1 ? 'One link holds' : `${edges.toLocaleString()} links hold`;
  return `${links} these groups together, the weakest first.${held}`;
}

function Edge({ edge }: { edge: IncidentEdge }) {
  const strength = Math.round(edge.strength);
  return (
    <div className="mb-2 grid gap-x-6 gap-y-1.5 rounded-md border border-line bg-surface px-3 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8rem]">
      <div className="min-w-0">
        <End at={edge.from} />
        <p className="py-0.5 text-xs text-fg-muted">{gapText(edge.gapMs)}</p>
        <End at={edge.to} />
      </div>
      <ul aria-label="Shared entities" className="flex min-w-0 flex-col gap-0.5">
        {edge.shared.map(({ kind, value, groupsHere, totalHere, rarity }) => (
          <li key={`${kind} ${value}`} className="min-w-0">
            <span className="flex min-w-0 items-baseline gap-1.5">
              <span className="shrink-0 text-xs text-fg-muted">{ENTITY_KIND_LABELS[kind]}</span>
              <Link
                to={entityHref(kind, value)}
                className="min-w-0 truncate rounded-sm font-mono text-accent-text underline underline-offset-2"
              >
                <Untrusted text={value} max={80} expand="none" />
              </Link>
            </span>
            <span className="text-xs text-fg-muted tabular-nums">
              {shareText(groupsHere, totalHere)} · rarity {Math.round(rarity)}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-1">
        <span className="text-xs text-fg-muted">
          Strength <span className="text-fg tabular-nums">{strength}</span>
        </span>
        <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full bg-accent" style={{ width: `${strength}%` }} />
        </span>
      </div>
    </div>
  );
}

function End({ at: { title, at } }: { at: IncidentEdge['from'] }) {
  return (
    <p className="flex min-w-0 items-baseline gap-2">
      <span className="min-w-0 truncate text-fg">
        <Untrusted text={title} max={120} expand="none" />
      </span>
      <DateTime value={at} className="shrink-0 text-xs text-fg-muted" />
    </p>
  );
}
