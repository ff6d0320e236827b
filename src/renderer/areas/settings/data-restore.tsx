import { useState } from 'react';
import type { BackupHead, DataInfo } from '../../../shared/areas/settings/data.contract.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useCheckBackup } from './data.queries.ts';
import { RestoreDialog } from './data-restore-dialog.tsx';

export interface ChosenBackup {
  readonly file: HostFile;
  readonly head: BackupHead;
}

/** From a file to the workspace that is in it. */
export function DataRestore({ records }: { records: DataInfo['records'] }) {
  const host = useHost();
  const check = useCheckBackup();
  const [chosen, setChosen] = useState<ChosenBackup | null>(null);
  const choose = async () => {
    const [file] = await host.pickFiles();
    if (!file) return;
    check.mutate(file, { onSuccess: (head) => setChosen({ file, head }) });
  };
  return (
    <Card
      title="Restore"
      note="Puts the workspace of a backup in the place of this one. This one is kept aside, in the data folder."
      actions={
        <Button onClick={() => void choose()} disabled={check.isPending}>
          {check.isPending ? 'Looking...' : 'Choose a backup'}
        </Button>
      }
    >
      {check.isError ? (
        <p role="alert" className="text-bad">
          {describeError(check.error).why}
        </p>
      ) : (
        <p className="text-fg-muted">
          Everybody is signed out and signs in again with an account of the backup. No job may run
          meanwhile.
        </p>
      )}
      {chosen && (
        <RestoreDialog chosen={chosen} records={records} onClose={() => setChosen(null)} />
      )}
    </Card>
  );
}
