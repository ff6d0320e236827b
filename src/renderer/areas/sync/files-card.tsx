import { useQuery } from '@tanstack/react-query';
import type { SyncFiles } from '../../../shared/areas/sync/sync-files.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { FilePolicyForm } from './file-policy-form.tsx';
import { sizeText } from './size-text.ts';
import { filesQuery } from './sync.queries.ts';
import { countOf } from './sync.text.ts';

/** Files of evidence: where they are, what is on its way, and when they are fetched. */
export function FilesCard({ mayChange }: { mayChange: boolean }) {
  const files = useQuery(filesQuery(useClient()));
  return (
    <Card
      title="Files of evidence"
      note="Records are always here; their files are sent by themselves, sealed, and fetched as chosen below."
    >
      <Loaded
        query={files}
        failed="The files could not be read"
        placeholder={<Skeleton className="h-32 w-full" />}
      >
        {(found) => (
          <div className="flex flex-col gap-4">
            <FilePolicyForm
              key={`${found.policy.fetch} ${found.policy.megabytes}`}
              policy={found.policy}
              isFixed={!mayChange}
            />
            <FileFigures files={found} />
            {found.underWay !== null && <UnderWay one={found.underWay} />}
            <Problems problems={found.problems} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

type Amount = SyncFiles['here'];

function FileFigures({ files: { here, elsewhere, toFetch, toSend } }: { files: SyncFiles }) {
  const facts: readonly (readonly [string, Amount])[] = [
    ['On this workstation', here],
    ['On other workstations only', elsewhere],
    ['To be fetched', toFetch],
    ['To be sent', toSend],
  ];
  return (
    <dl aria-label="Files" className="divide-y divide-line border-y border-line">
      {facts.map(([name, amount]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 py-1.5">
          <dt className="text-fg-muted">{name}</dt>
          <dd className="text-right text-fg tabular-nums">{amountText(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function amountText({ files, bytes }: Amount): string {
  return files === 0 ? 'None' : `${countOf(files, 'file', 'files')}, ${sizeText(bytes)}`;
}

function UnderWay({ one }: { one: NonNullable<SyncFiles['underWay']> }) {
  const { direction, name, done, size } = one;
  const verb = direction === 'fetching' ? 'Fetching' : 'Sending';
  return (
    <div className="flex flex-col gap-1.5">
      <p className="min-w-0 text-fg-muted tabular-nums [overflow-wrap:anywhere]">
        {`${verb} `}
        <Untrusted text={name ?? 'a file'} max={120} expand="none" />
        {`, ${sizeText(done)} of ${sizeText(size)}`}
      </p>
      <Progress label={`${verb} a file`} value={size === 0 ? null : done / size} />
    </div>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems with files" className="flex flex-col gap-1 text-warn">
      {problems.map((problem) => (
        <li key={problem} className="[overflow-wrap:anywhere]">
          <Untrusted text={problem} max={300} />
        </li>
      ))}
    </ul>
  );
}
