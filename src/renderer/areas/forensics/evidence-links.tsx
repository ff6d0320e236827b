import { Link } from 'react-router-dom';
import type { EvidenceRef } from '../../../shared/areas/assistant/explanation.ts';
import { ENTITY_KINDS } from '../../../shared/areas/entities/entities.contract.ts';
import { entityLink } from '../../../shared/areas/entities/entities.rules.ts';
import { Untrusted } from '../../ui/untrusted.tsx';

/** The address that shows a record; null where no page does. */
export function recordLink({ kind, id }: Pick<EvidenceRef, 'kind' | 'id'>): string | null {
  switch (kind) {
    case 'alert':
      return `/alerts?alert=${encodeURIComponent(id)}`;
    case 'incident':
      return `/alerts?show=incidents&incident=${encodeURIComponent(id)}`;
    case 'investigation':
      return `/forensics?investigation=${encodeURIComponent(id)}`;
    case 'technique':
      return `/alerts?${new URLSearchParams({ query: `technique:${id}` })}`;
    case 'entity': {
      const entity = ENTITY_KINDS.find((one) => id.startsWith(`${one}:`));
      return entity === undefined ? null : entityLink(entity, id.slice(entity.length + 1));
    }
    default:
      return null;
  }
}

interface EvidenceLinksProps {
  evidence: readonly EvidenceRef[];
  /** What records are called, by `kind:id`. */
  labels: Readonly<Record<string, string>>;
}

const keyOf = ({ kind, id, field }: EvidenceRef) => `${kind}:${id}:${field ?? ''}`;

/** The records that a claim rests on. */
export function EvidenceLinks({ evidence, labels }: EvidenceLinksProps) {
  const shown = [...new Map(evidence.map((ref) => [keyOf(ref), ref])).values()];
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Evidence" className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
      {shown.map((ref) => (
        <li key={keyOf(ref)} className="max-w-80 min-w-0 truncate">
          <EvidenceLink evidence={ref} labels={labels} />
        </li>
      ))}
    </ul>
  );
}

function EvidenceLink({
  evidence,
  labels,
}: {
  evidence: EvidenceRef;
  labels: EvidenceLinksProps['labels'];
}) {
  const { kind, id, field } = evidence;
  const name = labels[`${kind}:${id}`] ?? (kind === 'entity' ? id.slice(id.indexOf(':') + 1) : id);
  const link = recordLink(evidence);
  const text = (
    <>
      <span className="text-fg-faint">{kind} </span>
      <Untrusted text={name} max={80} expand="none" />
      {field !== undefined && (
        <span className="text-fg-faint">
          {' '}
          <Untrusted text={field} max={40} expand="none" />
        </span>
      )}
    </>
  );
  return link === null ? (
    <span className="text-fg-muted">{text}</span>
  ) : (
    <Link
      to={link}
      className="inline-block min-h-6 max-w-full truncate rounded-sm leading-6 text-accent-text underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
}
