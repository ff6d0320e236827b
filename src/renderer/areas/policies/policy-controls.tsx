import { useQuery } from '@tanstack/react-query';
import { Link2Off, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type PolicyControl,
  type PolicyDetail,
  policiesContract,
} from '../../../shared/areas/policies/policies.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { controlSearchQuery, usePolicyCall } from './policies.queries.ts';
import { Part } from './policy-part.tsx';

/** The controls that this policy answers, and what is kept of it as their evidence. */
export function PolicyControls({ policy }: { policy: PolicyDetail }) {
  const mayWrite = useMay('policies.write');
  const [isAdding, setIsAdding] = useState(false);
  const params = (controlId: string) => ({ params: { id: policy.id, controlId } });
  const link = usePolicyCall(
    (client, controlId: string) => client.call(policiesContract.linkControl, params(controlId)),
    { done: null },
  );
  const unlink = usePolicyCall(
    (client, controlId: string) => client.call(policiesContract.unlinkControl, params(controlId)),
    { done: null },
  );
  return (
    <Part title="Controls">
      <EvidenceLine policy={policy} />
      <ul className="flex flex-col divide-y divide-line">
        {policy.controls.map((control) => (
          <li key={control.id} className="flex items-center gap-2 py-1">
            <Link
              to={`/compliance?tab=controls&control=${encodeURIComponent(control.id)}`}
              className="min-w-0 flex-1 truncate rounded-sm text-fg hover:underline"
            >
              <ControlName control={control} />
            </Link>
            {mayWrite && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Link2Off aria-hidden />}
                label={`Unlink ${control.controlId} of ${control.framework}`}
                disabled={unlink.isPending}
                onClick={() => unlink.mutate(control.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && !isAdding && (
        <Button size="sm" className="self-start" onClick={() => setIsAdding(true)}>
          Link a control
        </Button>
      )}
      {isAdding && (
        <ControlSearch
          linked={policy.controls}
          isBusy={link.isPending}
          onAdd={(id) => link.mutate(id)}
        />
      )}
    </Part>
  );
}

function EvidenceLine({ policy }: { policy: PolicyDetail }) {
  const { evidence, controls, status } = policy;
  if (controls.length === 0)
    return <p className="text-fg-muted">Linked to a control and approved, it is evidence of it.</p>;
  if (evidence === null)
    return (
      <p className="text-fg-muted">
        {status === 'APPROVED'
          ? 'Nothing is kept of it as evidence: it has no text, or the evidence was deleted.'
          : 'It becomes evidence of these controls once it is approved.'}
      </p>
    );
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-fg-muted">
      <Link
        to={`/evidence?evidence=${encodeURIComponent(evidence.id)}`}
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        Evidence of the approved text
      </Link>
      {evidence.verdict === 'PENDING' && <Badge tone="warn">waits for its review</Badge>}
      {evidence.expirationDate !== null && (
        <span>
          good until <DateTime value={evidence.expirationDate} mode="local" />
        </span>
      )}
    </p>
  );
}

interface ControlSearchProps {
  linked: readonly PolicyControl[];
  isBusy: boolean;
  onAdd: (id: string) => void;
}

function ControlSearch({ linked, isBusy, onAdd }: ControlSearchProps) {
  const [typed, setTyped] = useState('');
  const found = useQuery(controlSearchQuery(useClient(), typed.trim()));
  const offered = (found.data ?? []).filter(({ id }) => !linked.some((one) => one.id === id));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Control" hint="Search by framework, id or title.">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {typed.trim() !== '' && (
        <ul
          aria-label="Controls found"
          className="max-h-44 overflow-y-auto rounded-md border border-line"
        >
          {offered.map((control) => (
            <li key={control.id} className="flex items-center gap-2 px-2 py-1">
              <span className="min-w-0 flex-1 truncate">
                <ControlName control={control} />
              </span>
              <Button
                size="sm"
                variant="ghost"
                icon={<Plus aria-hidden />}
                label={`Link ${control.controlId} of ${control.framework}`}
                disabled={isBusy}
                onClick={() => onAdd(control.id)}
              />
            </li>
          ))}
          {offered.length === 0 && (
            <li className="px-2 py-1.5 text-fg-muted">
              {found.isFetching ? 'Searching...' : 'No other control found'}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

const ControlName = ({ control }: { control: PolicyControl }) => (
  <>
    <span className="font-medium text-fg">
      <Untrusted text={control.controlId} max={64} expand="none" />
    </span>{' '}
    <Untrusted text={control.title} max={120} expand="none" />{' '}
    <span className="text-xs text-fg-muted">
      <Untrusted text={control.framework} max={60} expand="none" />
    </span>
  </>
);
