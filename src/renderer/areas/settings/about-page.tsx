import { useQuery } from '@tanstack/react-query';
import type { About } from '../../../shared/areas/settings/about.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { aboutQuery } from './about.queries.ts';
import { AboutLicences } from './about-licences.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

const HOSTS: Readonly<Record<About['host'], string>> = {
  desktop: 'Desktop application; no port is opened',
  browser: 'Browser host; answers this computer only',
};
const USES: Readonly<Record<About['formats'][number]['use'], string>> = {
  read: 'Read',
  written: 'Written',
  both: 'Read and written',
};

export function AboutPage() {
  const about = useQuery(aboutQuery(useClient()));
  if (about.isPending) return <PageSkeleton />;
  if (about.isError) {
    return (
      <ErrorState
        title="The version could not be looked up"
        error={about.error}
        onRetry={() => void about.refetch()}
        isRetrying={about.isFetching}
      />
    );
  }
  return (
    <>
      <Version about={about.data} />
      <Formats formats={about.data.formats} />
      <AboutLicences />
    </>
  );
}

function Version({ about }: { about: About }) {
  const facts: [string, string][] = [
    ['Version', about.version],
    ['Schema of the database', String(about.schema)],
    ['Host', HOSTS[about.host]],
    ...about.runtime.map(({ name, version }): [string, string] => [name, version]),
  ];
  const text = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Card title="Watchfloor" actions={<CopyButton text={text} label="Copy the versions" />}>
      <dl>
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5 last:border-0"
          >
            <dt className="text-fg-muted">{name}</dt>
            <dd className="min-w-0 break-words text-fg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Formats({ formats }: { formats: About['formats'] }) {
  return (
    <Card title="Data formats" note="What files this version reads and writes.">
      <ul>
        {formats.map(({ name, use }) => (
          <li
            key={name}
            className="flex items-baseline justify-between gap-4 border-b border-line py-1.5 last:border-0"
          >
            <span className="min-w-0 text-fg">{name}</span>
            <span className="shrink-0 text-xs text-fg-muted">{USES[use]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
