import { useQuery } from '@tanstack/react-query';
import type { SyncFiles } from '../../../shared/areas/sync/sync-files.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { FilePolicyForm } from './file-policy-form.tsx';
import { RecordLine } from './record-line.tsx';
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
            <Problems files={found} />
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

/** Which file, where it is shown, and why it did not get through. */
function Problems({ files: { problems, problemsInAll } }: { files: SyncFiles }) {
  if (problems.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <ul aria-label="Problems with files" className="divide-y divide-line">
        {problems.map(({ sha256, direction, name, link, problem }) => (
          <li key={sha256} className="py-2 first:pt-0 last:pb-0">
            <RecordLine record={{ table: 'evidence', title: name, link }}>
              <Badge tone="warn" className="ml-auto">
                {direction === 'fetching' ? 'Not fetched' : 'Not sent'}
              </Badge>
            </RecordLine>
            <p className="mt-1 max-w-prose text-xs text-fg-muted [overflow-wrap:anywhere]">
              <Untrusted text={problem} max={300} />
            </p>
          </li>
        ))}
      </ul>
      {problemsInAll > problems.length && (
        <p className="text-xs text-fg-muted tabular-nums">
          {`${problems.length} of ${problemsInAll.toLocaleString('en')} are listed.`}
        </p>
      )}
    </div>
  );
}
