import { Fingerprint } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { ENTITY_KIND_LABELS, entityLink } from '../../../shared/areas/entities/entities.rules.ts';
import type { Command } from '../../api/commands.tsx';

/** Beside a value, wherever one is shown: the way to all that is known of it. */
export function EntityPageLink({ kind, value }: { kind: EntityKind; value: string }) {
  const label = `Open the page of this ${ENTITY_KIND_LABELS[kind].toLowerCase()}`;
  return (
    <Link
      to={entityLink(kind, value)}
      aria-label={label}
      title={label}
      className="ml-1.5 inline-flex size-5 items-center justify-center rounded-sm align-middle text-fg-faint hover:bg-raised hover:text-accent-text"
    >
      <Fingerprint aria-hidden className="size-3.5" />
    </Link>
  );
}

/** What can be looked up about entities from anywhere; typing a value finds its page among the results. */
export function useEntityCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'entities.open',
        title: 'Open entity page',
        words: 'host account user address ip hash mailbox asset find',
        kind: 'action',
        icon: Fingerprint,
        needs: 'alerts.read',
        run: () => navigate('/entity'),
      },
    ],
    [navigate],
  );
}
