import { useQuery } from '@tanstack/react-query';
import { Layers, ListFilter, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { GroupDetail } from '../../../shared/areas/incidents/groups.contract.ts';
import { ENTITY_KIND_LABELS } from '../../../shared/areas/incidents/incidents.rules.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { actionsOf, type GroupAction } from './group-actions.ts';
import { GroupMembers } from './group-members.tsx';
import { entityHref, groupAlertsHref } from './group-search.ts';
import { OpenState } from './group-table.tsx';
import { groupQuery } from './groups.queries.ts';
import { useViewCommands } from './use-view-commands.ts';

interface GroupPaneProps {
  groupKey: string;
  onAct: (action: GroupAction, group: GroupDetail) => void;
  onClose?: () => void;
}

/** One group of repeats: what it names, its alerts, and what can be done with all of them. */
export function GroupPane({ groupKey, onAct, onClose }: GroupPaneProps) {
  const { data, error, refetch } = useQuery(groupQuery(useClient(), groupKey));
  if (error?.message.startsWith('404: ')) {
    return (
      <EmptyState
        title="This group does not exist"
        text="Its alerts are in other groups by now, or were deleted."
        action={onClose && <Button onClick={onClose}>Close</Button>}
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        title="The group could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="m-4 h-72" />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PaneHead group={data} onAct={onAct} onClose={onClose} />
      <ScrollRegion label="About this group" className="min-h-0 flex-1 px-4 pb-4">
        <Facts group={data} />
        <EntityList group={data} />
        <GroupMembers group={data} />
      </ScrollRegion>
    </div>
  );
}

interface PaneHeadProps {
  group: GroupDetail;
  onAct: GroupPaneProps['onAct'];
  onClose: (() => void) | undefined;
}

function PaneHead({ group, onAct, onClose }: PaneHeadProps) {
  const mayWrite = useMay('alerts.write');
  const actions = actionsOf(group);
  useViewCommands(
    actions.map((action) => ({
      id: `groups.open-${action.id}`,
      title: `Open group: ${action.label}`,
      words: 'this close all alerts',
      icon: Layers,
      keys: action.keys,
      run: () => onAct(action, group),
    })),
  );
  return (
    <header className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start gap-2">
        <div className="flex min-h-7 flex-1 flex-wrap items-center gap-1.5">
          <Badge tone={SEVERITY_COLOURS[group.severity]}>{SEVERITY_LABELS[group.severity]}</Badge>
          <OpenState group={group} />
          {group.isDetached && <Badge tone="accent">Taken out of its group</Badge>}
        </div>
        {onClose && (
          <Button
            size="sm"
            variant="ghost"
            label="Close group"
            icon={<X aria-hidden />}
            onClick={onClose}
          />
        )}
      </div>
      <h2 className="text-base font-semibold text-fg">
        <Untrusted text={group.title} max={255} />
      </h2>
      {mayWrite && (
        <div className="flex flex-wrap gap-1.5">
          {actions.map((action) => (
            <Button key={action.id} size="sm" onClick={() => onAct(action, group)}>
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </header>
  );
}

function Facts({ group }: { group: GroupDetail }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
      <dt className="text-fg-muted">Repeats</dt>
      <dd className="flex flex-wrap items-center gap-x-3 tabular-nums">
        {group.alerts.toLocaleString()}
        <Link
          to={groupAlertsHref(group.key)}
          className="inline-flex items-center gap-1 rounded-sm text-accent-text underline underline-offset-2"
        >
          <ListFilter aria-hidden className="size-3.5" />
          Show as alerts
        </Link>
      </dd>
      <dt className="text-fg-muted">First seen</dt>
      <dd>
        <DateTime value={group.firstSeen} />
      </dd>
      <dt className="text-fg-muted">Last seen</dt>
      <dd>
        <DateTime value={group.lastSeen} />
      </dd>
      <dt className="text-fg-muted">Source</dt>
      <dd>
        <Untrusted text={group.source} max={80} />
      </dd>
      <dt className="text-fg-muted">Detector</dt>
      <dd>{group.detector === null ? '—' : <Untrusted text={group.detector} max={80} />}</dd>
      <dt className="text-fg-muted">Techniques</dt>
      <dd>
        {group.techniques.length === 0 ? (
          '—'
        ) : (
          <Untrusted text={group.techniques.join(', ')} max={200} />
        )}
      </dd>
      {group.incidentId !== null && (
        <>
          <dt className="text-fg-muted">Incident</dt>
          <dd>
            <Link
              to={`/alerts?show=incidents&incident=${encodeURIComponent(group.incidentId)}`}
              className="rounded-sm text-accent-text underline underline-offset-2"
            >
              Open the incident
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
}

function EntityList({ group }: { group: GroupDetail }) {
  if (group.entities.length === 0) return null;
  return (
    <section aria-labelledby="group-entities" className="mt-4">
      <h3 id="group-entities" className="text-sm font-semibold text-fg">
        Entities
      </h3>
      <ul className="mt-1 flex flex-col">
        {group.entities.map(({ kind, value, alerts, groups }) => (
          <li key={`${kind} ${value}`} className="flex items-baseline gap-2 py-0.5">
            <span className="w-20 shrink-0 text-xs text-fg-muted">{ENTITY_KIND_LABELS[kind]}</span>
            <Link
              to={entityHref(kind, value)}
              className="min-w-0 flex-1 truncate rounded-sm font-mono text-accent-text underline underline-offset-2"
            >
              <Untrusted text={value} max={80} expand="none" />
            </Link>
            <span className="shrink-0 text-xs text-fg-muted tabular-nums">
              {alerts.toLocaleString()} here, in {groups.toLocaleString()}{' '}
              {groups === 1 ? 'group' : 'groups'}
            </span>
          </li>
        ))}
      </ul>
      {group.hasMoreEntities && <p className="text-xs text-fg-muted">There are more of them.</p>}
    </section>
  );
}
