import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TechniqueFacts } from '../../../shared/areas/assistant/attack.contract.ts';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { techniqueQuery } from './attack.queries.ts';

/** More are in the details of the alert; a source names a few. */
const SHOWN = 8;

export function TechniqueList({ ids }: { ids: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {[...new Set(ids)].slice(0, SHOWN).map((id) => (
        <Technique key={id} id={id} />
      ))}
    </ul>
  );
}

function Technique({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(techniqueQuery(useClient(), id, false));
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full min-w-0 items-start gap-1.5 rounded-md py-0.5 text-left hover:bg-raised"
      >
        <Arrow aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-faint" />
        <span className="shrink-0 font-mono text-xs leading-5 text-fg-muted">
          <Untrusted text={id} max={20} expand="none" />
        </span>
        <span className="min-w-0 text-fg">
          {data &&
            (data.name === null ? (
              <span className="text-fg-muted">Not in the table of ATT&CK</span>
            ) : (
              <Untrusted text={data.name} max={160} expand="none" />
            ))}
          {data && data.tactics.length > 0 && (
            <span className="ml-1.5 text-xs text-fg-muted">{data.tactics.join(', ')}</span>
          )}
        </span>
      </button>
      {isOpen && <Counters id={id} />}
    </li>
  );
}

/** Mitigations of ATT&CK, and the controls here that should stop it with how they stand. */
function Counters({ id }: { id: string }) {
  const mayControls = useMay('compliance.read');
  const query = useQuery(techniqueQuery(useClient(), id, mayControls));
  return (
    <div className="mb-2 ml-5.5 flex flex-col gap-2 border-l border-line pl-3 text-sm">
      <Loaded
        query={query}
        failed="The technique could not be loaded"
        placeholder={<Skeleton className="h-12 w-full" />}
      >
        {(facts) => (
          <>
            <Retired facts={facts} />
            <Mitigations facts={facts} />
            {facts.controls && <Controls controls={facts.controls} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Retired({ facts: { retired } }: { facts: TechniqueFacts }) {
  if (!retired) return null;
  return (
    <p className="text-fg-muted">
      {retired.by === null
        ? 'ATT&CK no longer has this technique.'
        : `ATT&CK no longer has this technique: ${retired.by.id} ${retired.by.name ?? ''} took its place.`}
    </p>
  );
}

function Mitigations({ facts: { mitigations } }: { facts: TechniqueFacts }) {
  return (
    <div>
      <h4 className="mb-1 text-xs font-semibold text-fg-muted">Mitigations</h4>
      {mitigations === null && (
        <p className="text-fg-muted">
          The table in use names none. An administrator can read ATT&CK in from a file.
        </p>
      )}
      {mitigations?.length === 0 && (
        <p className="text-fg-muted">
          ATT&CK names none: it uses what systems offer anyway. Detect it instead.
        </p>
      )}
      {mitigations !== null && mitigations.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {mitigations.map(({ id, name }) => (
            <li key={id} className="flex gap-2">
              <span className="shrink-0 font-mono text-xs leading-5 text-fg-muted">{id}</span>
              <span className="text-fg">{name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const TONES: Readonly<Record<ControlStatus, BadgeTone>> = {
  COMPLIANT: 'ok',
  PARTIALLY_COMPLIANT: 'warn',
  NON_COMPLIANT: 'bad',
  NOT_ASSESSED: 'neutral',
};

function Controls({ controls }: { controls: NonNullable<TechniqueFacts['controls']> }) {
  return (
    <div>
      <h4 className="mb-1 text-xs font-semibold text-fg-muted">Controls that should stop it</h4>
      {controls.length === 0 ? (
        <p className="text-fg-muted">No control of this workspace is mapped to it.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {controls.map(({ id, ref, title, framework, status }) => (
            <li key={id} className="flex min-w-0 items-center gap-2">
              <Link
                to={`/compliance?tab=controls&control=${encodeURIComponent(id)}`}
                className="min-w-0 flex-1 truncate text-fg hover:underline"
                title={`${framework}: ${ref} ${title}`}
              >
                <Untrusted text={`${ref} ${title}`} max={160} expand="none" />
              </Link>
              <Badge tone={TONES[status]}>{controlStatusText(status)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
