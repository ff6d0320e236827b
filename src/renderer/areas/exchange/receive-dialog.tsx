import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Receipt } from '../../../shared/areas/exchange/exchange.contract.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Progress } from '../../ui/progress.tsx';
import { receiptQuery, useReceive, useTake } from './exchange.queries.ts';
import { ReceiptDetails } from './receipt-details.tsx';

/** A file of another product: chosen, read, taken over, and its receipt. */
export function ReceiveDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const receive = useReceive();
  const { mutate } = receive;
  const choose = useCallback(([file]: readonly HostFile[]) => file && mutate(file), [mutate]);
  const drop = useCallback(
    (files: readonly File[]) => void host.takeDropped(files).then(choose),
    [host, choose],
  );
  const id = receive.data?.id ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={id === null ? 'Import intelligence' : 'Import receipt'}
      description="Nothing is taken over before you have seen what is in the file."
      size="lg"
      footer={id === null ? <Cancel /> : <TakeButtons id={id} onClose={onClose} />}
    >
      {id !== null ? (
        <Received id={id} />
      ) : (
        <>
          <FileDrop
            title="Drop to import"
            text="STIX 2.1, MISP event, OpenIOC or Watchfloor package"
            isAllowed
            onFiles={drop}
          />
          {receive.isPending && <Progress label="Sending the file" value={null} />}
          {receive.isError && (
            <ErrorState
              title="This file cannot be imported"
              error={receive.error}
              onRetry={() => receive.reset()}
            />
          )}
          {receive.isIdle && (
            <EmptyState
              icon={<FileUp />}
              title="Choose a File"
              text="A STIX 2.1 bundle, a MISP event, an OpenIOC file (up to 64 MiB), or a package of a case made by Watchfloor."
              action={
                <Button variant="primary" onClick={() => void host.pickFiles().then(choose)}>
                  Choose a file
                </Button>
              }
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function Cancel() {
  const requestClose = useDialogClose();
  return <Button onClick={requestClose}>Cancel</Button>;
}

function Received({ id }: { id: string }) {
  const { data } = useQuery(receiptQuery(useClient(), id));
  return data ? <ReceiptDetails receipt={data} /> : <Progress label="Reading" value={null} />;
}

const isWaiting = ({ state, conflicts, format }: Receipt) =>
  conflicts.length === 0 && (state === 'READY' || (state === 'FAILED' && format === 'package'));

function TakeButtons({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(receiptQuery(useClient(), id));
  const mayPackages = useMay('workspace.manage');
  const take = useTake();
  const [password, setPassword] = useState('');
  const isBarred = data?.format === 'package' && !mayPackages;
  if (!data || !isWaiting(data) || isBarred)
    return (
      <>
        {isBarred && (
          <span className="mr-auto text-fg-muted">
            Packages are taken over by administrators only
          </span>
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </>
    );
  const { isSealed } = data;
  return (
    <div className="flex w-full flex-wrap items-end justify-end gap-2">
      {isSealed && (
        <Field label="Password of the package" isRequired className="mr-auto w-64">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="off"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      )}
      <Cancel />
      <Button
        variant="primary"
        disabled={take.isPending || (isSealed && password === '')}
        onClick={() => take.mutate({ id, ...(isSealed ? { password } : {}) })}
      >
        Take over
      </Button>
    </div>
  );
}
