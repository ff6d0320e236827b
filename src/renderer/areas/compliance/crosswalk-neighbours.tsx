import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { RELATION_WORDS } from '../../../shared/areas/compliance/crosswalk.rules.ts';
import type { CrosswalkNeighbour } from '../../../shared/areas/compliance/crosswalks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlStatusBadge } from './control-badges.tsx';
import { ControlSection } from './control-section.tsx';
import { CrosswalkLinkDialog } from './crosswalk-link-dialog.tsx';
import { neighboursQuery, useRemoveLink } from './crosswalks.queries.ts';
import { controlAddress } from './scores.text.ts';
import { useControlNotice } from './use-control-notice.ts';

const FIRST_SHOWN = 6;
const CONFIDENCE_WORDS = {
  HIGH: 'High confidence',
  MEDIUM: 'Medium confidence',
  LOW: 'Low confidence',
} as const;
const KIND_WORDS = { SHIPPED: 'shipped', OWN: 'own link', IMPORT: 'imported' } as const;

/** What a control is linked to in other frameworks, whoever says so. */
export function CrosswalkNeighbours({ controlId }: { controlId: string }) {
  const { data, error, refetch } = useQuery(neighboursQuery(useClient(), controlId));
  const [isAll, setIsAll] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const mayWrite = useMay('compliance.write');
  // What is in this workspace says more than what only a pack has.
  const sorted = [...(data ?? [])].sort(
    (a, b) => Number(a.other.controlId === null) - Number(b.other.controlId === null),
  );
  const shown = isAll ? sorted : sorted.slice(0, FIRST_SHOWN);
  const rest = sorted.length - shown.length;
  return (
    <ControlSection
      title="Crosswalks"
      actions={
        mayWrite && (
          <Button size="sm" onClick={() => setIsAdding(true)}>
            Add link
          </Button>
        )
      }
    >
      {error && (
        <ErrorState
          title="Links could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data?.length === 0 && (
        <p className="text-fg-muted">It is linked to no control of another framework.</p>
      )}
      <ul className="flex flex-col gap-3">
        {shown.map((neighbour) => (
          <Neighbour key={keyOf(neighbour)} neighbour={neighbour} />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setIsAll(true)}>
          Show {rest} more
        </Button>
      )}
      {isAdding && <CrosswalkLinkDialog controlId={controlId} onClose={() => setIsAdding(false)} />}
    </ControlSection>
  );
}

const keyOf = ({ id, other, origin }: CrosswalkNeighbour) =>
  [id, origin, other.frameworkId ?? other.frameworkName, other.ref].join(' ');

function Neighbour({ neighbour }: { neighbour: CrosswalkNeighbour }) {
  const { other, relation, rationale, origin, confidence, kind, id } = neighbour;
  const mayWrite = useMay('compliance.write');
  const name = <Untrusted text={`${other.ref} ${other.title}`.trim()} max={160} />;
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="text-xs text-fg-muted">
        {RELATION_WORDS[relation]} · <Untrusted text={other.frameworkName} />
      </p>
      <p className="flex flex-wrap items-center gap-1.5">
        {other.controlId === null ? (
          <span className="font-medium text-fg">{name}</span>
        ) : (
          <Link
            to={controlAddress(other.controlId)}
            className="font-medium text-accent-text hover:underline"
          >
            {name}
          </Link>
        )}
        {other.status === null ? (
          <Badge>Not in this workspace</Badge>
        ) : (
          <ControlStatusBadge status={other.status} />
        )}
      </p>
      <p className="text-fg">
        <Untrusted text={rationale} max={500} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-fg-muted">
        <span>
          <Untrusted text={origin} max={120} /> ({KIND_WORDS[kind]})
        </span>
        <span>{CONFIDENCE_WORDS[confidence]}</span>
        {mayWrite && id !== null && <LinkActions neighbour={neighbour} id={id} />}
      </p>
    </li>
  );
}

function LinkActions({ neighbour, id }: { neighbour: CrosswalkNeighbour; id: string }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const remove = useRemoveLink();
  const { succeed, fail } = useControlNotice();
  const { ref } = neighbour.other;
  const close = () => setOpen(null);
  return (
    <>
      {neighbour.kind === 'OWN' && (
        <Button
          size="sm"
          variant="ghost"
          label={`Edit link to ${ref}`}
          onClick={() => setOpen('edit')}
        >
          Edit
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        label={`Remove link to ${ref}`}
        onClick={() => setOpen('remove')}
      >
        Remove
      </Button>
      {open === 'edit' && <CrosswalkLinkDialog known={{ ...neighbour, id }} onClose={close} />}
      <ConfirmDialog
        open={open === 'remove'}
        onClose={close}
        title="Remove this link?"
        text={`The link to ${ref} is removed. Links that others say stay.`}
        confirmLabel="Remove link"
        tone="destructive"
        onConfirm={() => {
          close();
          remove.mutate(id, {
            onSuccess: () => succeed('Link removed'),
            onError: (error) => fail('Failed to remove link', error),
          });
        }}
      />
    </>
  );
}
