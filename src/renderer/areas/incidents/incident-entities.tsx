import { Link } from 'react-router-dom';
import type { IncidentDetail } from '../../../shared/areas/incidents/incidents.contract.ts';
import { ENTITY_KIND_LABELS } from '../../../shared/areas/incidents/incidents.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { entityHref } from './group-search.ts';

const COMMON = {
  NEVER: 'Never links',
  BUILT_IN: 'Names nobody',
  SHARE: 'Too common to link',
} as const;

/** Whom and what the groups of an incident name. */
export function IncidentEntities({ incident }: { incident: IncidentDetail }) {
  if (incident.entities.length === 0)
    return (
      <EmptyState
        title="No entities"
        text="The alerts of this incident name no host, user, address, file or mailbox."
      />
    );
  const { entityGroups } = incident;
  return (
    <>
      {entityGroups < incident.groups && (
        <p className="pb-2 text-fg-muted">
          Counted over its newest {entityGroups.toLocaleString()} groups.
        </p>
      )}
      <Entities incident={incident} />
    </>
  );
}

function Entities({ incident }: { incident: IncidentDetail }) {
  return (
    <ul aria-label="Entities of the incident" className="flex flex-col">
      {incident.entities.map(({ kind, value, groups, groupsHere, common }) => (
        <li
          key={`${kind} ${value}`}
          className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line px-1 py-1"
        >
          <span className="w-20 shrink-0 text-xs text-fg-muted">{ENTITY_KIND_LABELS[kind]}</span>
          <Link
            to={entityHref(kind, value)}
            className="min-w-0 flex-1 truncate rounded-sm font-mono text-accent-text underline underline-offset-2"
          >
            <Untrusted text={value} max={120} expand="none" />
          </Link>
          {common && <Badge tone="warn">{COMMON[common]}</Badge>}
          <span className="text-xs text-fg-muted tabular-nums">
            {groups.toLocaleString()} of {incident.entityGroups.toLocaleString()} groups,{' '}
            {groupsHere.toLocaleString()} in all
          </span>
        </li>
      ))}
    </ul>
  );
}
