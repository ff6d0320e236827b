import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type HASH_VERDICTS,
  hashSetsContract,
  type ListedHashSet,
} from '../../../../shared/areas/forensics/hash-sets/hash-sets.contract.ts';
import { assertOk, endpointPath } from '../../../../shared/contract/client.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { useIndicatorCall } from '../indicators/indicators.queries.ts';
import { bytesText } from '../intake/session-columns.tsx';
import { hashSetsQuery } from './hash-sets.queries.ts';

type Verdict = (typeof HASH_VERDICTS)[number];
const VERDICTS = [
  { value: 'bad', label: 'Known bad' },
  { value: 'good', label: 'Known good' },
] as const;

/** Lists of hashes that files are compared with: import, age and size, removal. */
export function HashSetsDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const mayWrite = useMay('forensics.write');
  const query = useQuery(hashSetsQuery(useClient()));
  const [verdict, setVerdict] = useState<Verdict>('bad');
  const add = useIndicatorCall(
    async (_, files: readonly HostFile[]) => {
      for (const file of files) {
        const path = endpointPath(hashSetsContract.add, { query: { name: file.name, verdict } });
        assertOk(await host.sendFile(file, { method: 'POST', path }));
      }
      return files.length;
    },
    (n) => (n === 1 ? 'Hash set imported' : `${n.toLocaleString()} hash sets imported`),
  );
  const take = (files: readonly HostFile[]) => files.length > 0 && add.mutate(files);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hash sets"
      description="Files are compared with these lists when they are read. Files that were read before a list was imported are compared when they are read again."
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
      <div className="flex flex-col gap-3">
        {mayWrite && (
          <span className="self-start">
            <Segmented
              label="Hashes of these lists are"
              value={verdict}
              segments={VERDICTS}
              onValueChange={setVerdict}
            />
          </span>
        )}
        <FileDrop
          title="Drop to import"
          text="MD5, SHA-1 or SHA-256, one a line, as CSV, or the NSRL's table"
          isAllowed={mayWrite && !add.isPending}
          onFiles={(files) => void host.takeDropped(files).then(take)}
        />
        <Loaded query={query} failed="The hash sets could not be loaded">
          {(sets) =>
            sets.length === 0 ? (
              <EmptyState
                title="No hash sets"
                text="Import lists of hashes that are known to be good or bad."
              />
            ) : (
              <ul aria-label="Sets" className="flex flex-col divide-y divide-line">
                {sets.map((set) => (
                  <Row key={set.id} set={set} mayWrite={mayWrite} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

const KINDS = [
  ['md5', 'MD5'],
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
] as const;

function Row({ set, mayWrite }: { set: ListedHashSet; mayWrite: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useIndicatorCall(
    (client, id: string) => client.call(hashSetsContract.remove, { params: { id } }),
    () => 'Hash set removed',
  );
  const counts = KINDS.flatMap(([kind, label]) =>
    set[kind] === null ? [] : `${set[kind].toLocaleString()} ${label}`,
  );
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <Badge tone={set.verdict === 'bad' ? 'bad' : 'ok'}>
            {set.verdict === 'bad' ? 'Known bad' : 'Known good'}
          </Badge>
          <span className="min-w-0 text-fg">
            <Untrusted text={set.name} max={120} expand="none" />
          </span>
        </span>
        <span className="text-xs text-fg-muted">
          {counts.join(', ')}
          {set.without > 0 && `, ${set.without.toLocaleString()} lines without a hash`},{' '}
          {bytesText(set.bytes)}, imported <DateTime value={set.importedAt} />
        </span>
      </span>
      {mayWrite && (
        <Button
          size="sm"
          variant="ghost"
          label={`Remove ${set.name}`}
          onClick={() => setIsAsking(true)}
        >
          Remove
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          title="Remove hash set"
          text={
            <>
              <Untrusted text={set.name} max={120} expand="none" /> is removed from this
              workstation. What it has said of files stays in their receipts.
            </>
          }
          confirmLabel="Remove"
          tone="destructive"
          onConfirm={() => remove.mutate(set.id)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}
