import { Link } from 'react-router-dom';
import type { Criticality, EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import {
  CRITICALITY_LABELS,
  defanged,
  ENTITY_KIND_LABELS,
  entityLink,
} from '../../../shared/areas/entities/entities.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

const VALUE_CHARS = 120;

/** A value that attackers may have written: as text, addresses and mailboxes defanged. */
export function EntityValue({ kind, value }: { kind: EntityKind; value: string }) {
  return (
    <span className="font-mono">
      <Untrusted text={defanged(kind, value)} max={VALUE_CHARS} expand="none" />
    </span>
  );
}

/** Kind and value, leading to the entity's page. */
export function EntityAnchor({ kind, value }: { kind: EntityKind; value: string }) {
  return (
    <Link
      to={entityLink(kind, value)}
      className="inline-flex min-w-0 max-w-full items-baseline gap-1.5 rounded-sm text-accent-text underline-offset-2 hover:underline"
    >
      <span className="shrink-0 text-xs text-fg-muted">{ENTITY_KIND_LABELS[kind]}</span>
      <span className="min-w-0 truncate">
        <EntityValue kind={kind} value={value} />
      </span>
    </Link>
  );
}

export function CriticalityBadge({ criticality }: { criticality: Criticality }) {
  if (criticality === 'NORMAL') return null;
  return (
    <Badge tone={criticality === 'CRITICAL' ? 'critical' : 'ok'}>
      {CRITICALITY_LABELS[criticality]}
    </Badge>
  );
}
