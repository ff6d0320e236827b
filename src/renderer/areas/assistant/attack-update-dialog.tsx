import { FileUp } from 'lucide-react';
import { useCallback } from 'react';
import { attackContract } from '../../../shared/areas/assistant/attack.contract.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useReadAttackFile } from './attack.queries.ts';
import { AttackChangesShown } from './attack-changes.tsx';
import { useAutomationCall } from './automation.queries.ts';

/** A file of ATT&CK: chosen, looked at, applied. Nothing is written before that. */
export function AttackUpdateDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const read = useReadAttackFile();
  const apply = useAutomationCall(
    (client, token: string) => client.call(attackContract.apply, { body: { token } }),
    ({ version }) => `ATT&CK ${version} is in use.`,
  );
  const { mutate } = read;
  const take = useCallback(([file]: readonly HostFile[]) => file && mutate(file), [mutate]);
  const drop = useCallback(
    async (files: readonly File[]) => void take(await host.takeDropped(files)),
    [host, take],
  );
  const pick = async () => void take(await host.pickFiles());
  const preview = read.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Update ATT&CK from a file"
      description={
        preview ? (
          <Untrusted text={preview.fileName} max={120} expand="none" />
        ) : (
          'Nothing changes before you have seen what is in the file.'
        )
      }
      size="lg"
      footer={
        <Buttons
          onPick={preview || read.isError ? () => void pick() : undefined}
          isReady={preview !== undefined && !preview.isSame && !apply.isPending}
          isApplying={apply.isPending}
          onApply={() => preview && apply.mutate(preview.token, { onSuccess: onClose })}
        />
      }
    >
      <FileDrop
        title="Drop to look at it"
        text="The Enterprise bundle of MITRE (STIX 2.1, JSON)"
        isAllowed
        onFiles={drop}
      />
      {read.isPending && (
        <div role="status" className="flex flex-col gap-3 py-10 text-center text-fg-muted">
          Reading the file...
          <Progress label="Reading the file" value={null} />
        </div>
      )}
      {read.isError && (
        <ErrorState
          title="This file cannot be used"
          error={read.error}
          onRetry={() => void pick()}
        />
      )}
      {read.isIdle && (
        <EmptyState
          icon={<FileUp />}
          title="Choose a File"
          text="enterprise-attack.json as MITRE publishes it (STIX 2.1), or a table that Watchfloor wrote."
          action={
            <Button variant="primary" onClick={() => void pick()}>
              Choose a file
            </Button>
          }
        />
      )}
      {preview && <AttackChangesShown preview={preview} />}
    </Dialog>
  );
}

function Buttons(props: {
  onPick: (() => void) | undefined;
  isReady: boolean;
  isApplying: boolean;
  onApply: () => void;
}) {
  const requestClose = useDialogClose();
  return (
    <>
      {props.onPick && (
        <Button variant="ghost" className="mr-auto" onClick={props.onPick}>
          Choose another file
        </Button>
      )}
      <Button onClick={requestClose}>Cancel</Button>
      <Button variant="primary" disabled={!props.isReady} onClick={props.onApply}>
        {props.isApplying ? 'Applying...' : 'Use this table'}
      </Button>
    </>
  );
}
