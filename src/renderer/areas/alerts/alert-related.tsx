import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import {
  RELATED_COUNT_MAX,
  type RelatedAlerts,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { EntityPageLink } from '../entities/entities.embed.tsx';
import { relatedAlertsQuery } from './alerts.queries.ts';
import { PaneSection } from './pane-section.tsx';

const SHOWN = 5;
const KINDS = { host: 'Host', user: 'User', address: 'Address' } as const;

/** Where the links lead: an alert beside the list, and the list of all that have a value. */
export interface RelatedLinks {
  readonly alert: (id: string) => string;
  readonly search: (value: string) => string;
}

interface AlertRelatedProps {
  id: string;
  links: RelatedLinks;
}

/** Alerts that share a host, a user or an address with this one. */
export function AlertRelated({ id, links }: AlertRelatedProps) {
  const { data, error, refetch } = useQuery(relatedAlertsQuery(useClient(), id));
  const groups = data?.filter((group) => group.total > 0) ?? [];
  return (
    <PaneSection title="Related alerts">
      {!data && !error && <Skeleton className="h-20 w-full" />}
      {error && (
        <ErrorState
          title="Related alerts could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && groups.length === 0 && (
        <p className="text-fg-muted">No other alert has the same host, user or address.</p>
      )}
      <div className="flex flex-col gap-3">
        {groups.map((group) => (
          <Group key={`${group.by} ${group.value}`} group={group} links={links} />
        ))}
      </div>
    </PaneSection>
  );
}

function Group({ group, links }: { group: RelatedAlerts[number]; links: RelatedLinks }) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="min-w-0 truncate text-xs text-fg-muted">
          {KINDS[group.by]}{' '}
          <span className="font-mono text-fg">
            <Untrusted text={group.value} max={80} expand="none" />
          </span>
          <EntityPageLink kind={group.by} value={group.value} />
        </h4>
        <Link
          to={links.search(group.value)}
          className="shrink-0 rounded-sm text-xs text-accent-text underline underline-offset-2"
        >
          {group.total === 1
            ? 'Show in list'
            : `All ${group.total.toLocaleString()}${group.total >= RELATED_COUNT_MAX ? ' or more' : ''}`}
        </Link>
      </div>
      <ul className="mt-1 flex flex-col">
        {group.alerts.slice(0, SHOWN).map((alert) => (
          <li key={alert.id}>
            <Link
              to={links.alert(alert.id)}
              replace
              className="flex items-center gap-2 rounded-sm px-1 py-1 hover:bg-raised"
            >
              <Badge tone={SEVERITY_COLOURS[alert.severity]}>
                {SEVERITY_LABELS[alert.severity]}
              </Badge>
              <span className="min-w-0 flex-1 truncate">
                <Untrusted text={alert.title} max={120} expand="none" />
              </span>
              <DateTime
                value={alert.createdAt}
                className="shrink-0 text-xs text-fg-muted tabular-nums"
              />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
