import { useQuery } from '@tanstack/react-query';
import { FileUp, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type AttackState,
  attackContract,
} from '../../../shared/areas/assistant/attack.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { attackStateQuery } from './attack.queries.ts';
import { AttackUpdateDialog } from './attack-update-dialog.tsx';
import { useAutomationCall } from './automation.queries.ts';

/** Which table of ATT&CK this installation goes by, and its update from a file. */
export function AttackPage() {
  const mayManage = useMay('workspace.manage');
  const state = useQuery(attackStateQuery(useClient()));
  if (!mayManage)
    return (
      <EmptyState
        title="For administrators"
        text="Only an administrator sees and changes which table of ATT&CK is in use."
      />
    );
  return (
    <Loaded query={state} failed="The table of ATT&CK could not be loaded">
      {(shown) => <AttackCards state={shown} />}
    </Loaded>
  );
}

function AttackCards({ state }: { state: AttackState }) {
  const [isUpdating, setIsUpdating] = useState(false);
  const [isResetting, setIsResetting] = useState(false);
  const reset = useAutomationCall(
    (client, _: null) => client.call(attackContract.reset, {}),
    ({ version }) => `ATT&CK ${version}, as it ships, is in use.`,
  );
  return (
    <>
      <Card
        title="Table in use"
        note="Techniques, tactics and mitigations wherever they are named: alerts, the engine, investigations, gaps, the query language"
        actions={
          <Button
            variant="primary"
            icon={<FileUp aria-hidden />}
            onClick={() => setIsUpdating(true)}
          >
            Update ATT&CK from a file
          </Button>
        }
      >
        <Facts state={state} />
      </Card>
      {state.file && (
        <Card
          title="Back to the shipped table"
          note={`Version ${state.shippedVersion} comes with Watchfloor`}
          actions={
            <Button icon={<Undo2 aria-hidden />} onClick={() => setIsResetting(true)}>
              Use the shipped table
            </Button>
          }
        >
          <p className="text-fg-muted">The file that is in use now is not kept.</p>
        </Card>
      )}
      <p className="text-xs text-fg-muted">
        <Untrusted text={state.notice} max={1200} />
      </p>
      {isUpdating && <AttackUpdateDialog onClose={() => setIsUpdating(false)} />}
      <ConfirmDialog
        open={isResetting}
        onClose={() => setIsResetting(false)}
        title="Use the shipped table?"
        text={`ATT&CK ${state.shippedVersion} takes the place of version ${state.version}. Open alerts are decided anew.`}
        confirmLabel="Use the shipped table"
        onConfirm={() => reset.mutate(null, { onSettled: () => setIsResetting(false) })}
      />
    </>
  );
}

const CHECKSUM_SHOWN = 16;

function Facts({ state }: { state: AttackState }) {
  const { file } = state;
  return (
    <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      <Fact name="Version">{state.version === 'unknown' ? 'Not said' : state.version}</Fact>
      <Fact name="From">
        {file ? <Untrusted text={file.name} max={120} /> : 'Watchfloor, as it ships'}
      </Fact>
      {file && (
        <>
          <Fact name="Applied">
            <DateTime value={file.appliedAt} mode="local" />
            {file.appliedByName !== null && (
              <>
                {' by '}
                <Untrusted text={file.appliedByName} max={80} expand="none" />
              </>
            )}
          </Fact>
          <Fact name="SHA-256">
            <span className="font-mono text-xs" title={file.checksum}>
              {file.checksum.slice(0, CHECKSUM_SHOWN)}…
            </span>
          </Fact>
        </>
      )}
      <Fact name="Techniques">
        {`${state.techniques.toLocaleString('en')}, and ${state.retired.toLocaleString('en')} that ATT&CK no longer has`}
      </Fact>
      <Fact name="Tactics">{state.tactics.toLocaleString('en')}</Fact>
      <Fact name="Mitigations">
        {`${state.mitigations.toLocaleString('en')}, in ${state.pairs.toLocaleString('en')} pairs with techniques`}
        {!state.isComplete && (
          <span className="block text-xs text-fg-muted">
            A part of what ATT&CK has: the official bundle has all.
          </span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 text-fg tabular-nums">{children}</dd>
    </>
  );
}
