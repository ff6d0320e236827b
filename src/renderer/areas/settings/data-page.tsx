import { useQuery } from '@tanstack/react-query';
import type { DataInfo } from '../../../shared/areas/settings/data.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { dataQuery } from './data.queries.ts';
import { DataBackups } from './data-backups.tsx';
import { DataExport } from './data-export.tsx';
import { LeaveDemoCard } from './data-leave-demo.tsx';
import { DataRestore } from './data-restore.tsx';
import { sizeText } from './data-size.ts';
import { PageSkeleton } from './page-skeleton.tsx';

const PARTS: Readonly<Record<DataInfo['parts'][number]['part'], string>> = {
  database: 'Database',
  log: 'Write-ahead log',
  backups: 'Backups',
  aside: 'Older databases kept aside',
  journal: 'Log files',
};

export function DataPage() {
  const info = useQuery(dataQuery(useClient()));
  const mayManage = useMay('workspace.manage');
  if (info.isPending) return <PageSkeleton />;
  if (info.isError) {
    return (
      <ErrorState
        title="What is stored could not be looked up"
        error={info.error}
        onRetry={() => void info.refetch()}
        isRetrying={info.isFetching}
      />
    );
  }
  return (
    <>
      <Location info={info.data} />
      <Records info={info.data} />
      {mayManage ? (
        <>
          <DataBackups />
          <DataRestore records={info.data.records} />
          <DataExport />
          <LeaveDemoCard records={info.data.records} />
        </>
      ) : (
        <p className="text-fg-muted">
          Only an administrator backs up, restores and exports the workspace.
        </p>
      )}
    </>
  );
}

function Location({ info }: { info: DataInfo }) {
  const shown = info.parts.filter(({ part, bytes }) => part === 'database' || bytes > 0);
  return (
    <Card title="On this computer" note="Everything is in one folder. The database is encrypted.">
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 font-mono text-xs break-all text-fg select-all">
          {info.location}
        </code>
        <CopyButton text={info.location} label="Copy the path of the data folder" />
      </div>
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {shown.map(({ part, bytes }) => (
          <Figure key={part} name={PARTS[part]} value={sizeText(bytes)} />
        ))}
        {info.freeBytes !== null && (
          <Figure name="Free on this disk" value={sizeText(info.freeBytes)} />
        )}
      </dl>
    </Card>
  );
}

function Records({ info }: { info: DataInfo }) {
  return (
    <Card title="In the workspace" note="Records by area.">
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {info.records.map(({ area, count }) => (
          <Figure key={area} name={area} value={count.toLocaleString('en')} />
        ))}
      </dl>
    </Card>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
      <dt className="text-fg-muted">{name}</dt>
      <dd className="text-fg tabular-nums">{value}</dd>
    </div>
  );
}
