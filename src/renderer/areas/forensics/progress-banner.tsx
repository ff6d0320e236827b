import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { investigationsContract } from '../../../shared/areas/forensics/investigations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { runningQuery, useInvestigationCall } from './forensics.queries.ts';

/** While the engine works: what on, and how far it is. */
export function ProgressBanner({ onOpen }: { onOpen: (id: string) => void }) {
  const { data = [] } = useQuery(runningQuery(useClient()));
  const mayWrite = useMay('forensics.write');
  const cancel = useInvestigationCall(
    (client, id: string) => client.call(investigationsContract.cancel, { params: { id } }),
    'Investigation cancelled',
  );
  if (data.length === 0) return null;
  return (
    <section
      aria-label="AI Investigation in Progress"
      className="flex flex-col gap-2 rounded-lg border border-line bg-accent-soft p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <LoaderCircle
          aria-hidden
          className="size-4 animate-spin text-accent-text motion-reduce:animate-none"
        />
        <h2 className="font-semibold text-fg">AI Investigation in Progress</h2>
        <Badge tone="accent" pulse>
          Analyzing
        </Badge>
      </div>
      <ul className="flex flex-col gap-2">
        {data.map(({ id, title, aiProgress }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="min-w-0 flex-1 truncate rounded-sm text-left text-fg hover:underline"
            >
              <Untrusted text={title} max={120} expand="none" />
            </button>
            <Progress
              label={`Progress of ${title.slice(0, 60)}`}
              value={aiProgress / 100}
              className="w-48"
            />
            <span className="w-12 text-right text-fg-muted tabular-nums">{aiProgress} %</span>
            {mayWrite && (
              <Button size="sm" disabled={cancel.isPending} onClick={() => cancel.mutate(id)}>
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
