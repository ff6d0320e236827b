import { useQuery } from '@tanstack/react-query';
import {
  indicatorWorkContract,
  type Warninglist,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { assertOk, endpointPath } from '../../../../shared/contract/client.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useIndicatorCall, warninglistsQuery } from './indicators.queries.ts';

/** Lists of what is known to be good, in the format of MISP. */
export function WarninglistsDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const mayWrite = useMay('forensics.write');
  const query = useQuery(warninglistsQuery(useClient()));
  const add = useIndicatorCall(
    async (_, files: readonly HostFile[]) => {
      for (const file of files) {
        const path = endpointPath(indicatorWorkContract.addWarninglist, {
          query: { name: file.name },
        });
        assertOk(await host.sendFile(file, { method: 'POST', path }));
      }
      return files.length;
    },
    (n) => (n === 1 ? 'List imported' : `${n.toLocaleString()} lists imported`),
  );
  const take = (files: readonly HostFile[]) => files.length > 0 && add.mutate(files);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Known-good lists"
      description="What is in them is marked, left out of sweeps, and not chosen when indicators are extracted."
      size="lg"
      footer={
        <>
          {mayWrite && (
            <Button
              className="mr-auto"
              disabled={add.isPending}
              onClick={() => void host.pickFiles().then(take)}
            >
              {add.isPending ? 'Importing...' : 'Import lists'}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <FileDrop
        title="Drop to import"
        text="Warninglists of MISP (JSON)"
        isAllowed={mayWrite}
        onFiles={(files) => void host.takeDropped(files).then(take)}
      />
      {query.isPending && <Skeleton className="h-40 w-full" />}
      {query.isError && (
        <ErrorState
          title="The lists could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.length === 0 && (
        <EmptyState title="No lists" text="Import warninglists of MISP." />
      )}
      <ul aria-label="Lists" className="flex flex-col divide-y divide-line">
        {query.data?.map((list) => (
          <Row key={list.id} list={list} mayWrite={mayWrite} />
        ))}
      </ul>
    </Dialog>
  );
}

function Row({ list, mayWrite }: { list: Warninglist; mayWrite: boolean }) {
  const turn = useIndicatorCall(
    (client, isOn: boolean) =>
      client.call(indicatorWorkContract.switchWarninglist, {
        params: { id: list.id },
        body: { isOn },
      }),
    null,
  );
  const remove = useIndicatorCall(
    (client, id: string) =>
      client.call(indicatorWorkContract.removeWarninglist, { params: { id } }),
    () => 'List removed',
  );
  const entries = list.entries === 1 ? '1 entry' : `${list.entries.toLocaleString()} entries`;
  const left = list.leftOut > 0 ? `, ${list.leftOut.toLocaleString()} not understood` : '';
  return (
    <li className="flex items-center gap-3 py-2">
      <Switch
        className="min-w-0 flex-1"
        label={list.name}
        note={`${list.type}, ${entries}${left}, version ${list.version}`}
        isOn={list.isOn}
        isDisabled={!mayWrite || turn.isPending}
        onChange={(isOn) => turn.mutate(isOn)}
      />
      {mayWrite && !list.isOwn && (
        <Button
          size="sm"
          variant="ghost"
          label={`Remove ${list.name}`}
          onClick={() => remove.mutate(list.id)}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
