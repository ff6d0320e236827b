import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ControlHistoryEntry } from '../../../shared/areas/compliance/controls.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordElsewhere } from '../history/history.embed.tsx';
import { ControlSection } from './control-section.tsx';
import { controlHistoryQuery } from './controls.queries.ts';
import { changeWords, controlActionText } from './controls.text.ts';
import { useUndo } from './use-undo.ts';

interface ControlHistoryProps {
  id: string;
  nameOf: (accountId: string) => string;
}

/** Who did what to this control, its tests, exceptions and evidence, newest first. */
export function ControlHistory({ id, nameOf }: ControlHistoryProps) {
  const { data, error, refetch } = useQuery(controlHistoryQuery(useClient(), id));
  return (
    <ControlSection title="History">
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {error && (
        <ErrorState
          title="The history could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="text-fg-muted">Nothing has been done to it yet.</p>}
      <RecordElsewhere resource="controls" id={id} />
      <ol className="flex flex-col gap-2.5">
        {data?.map((entry) => (
          <Entry key={entry.id} entry={entry} nameOf={nameOf} />
        ))}
      </ol>
    </ControlSection>
  );
}

interface EntryProps {
  entry: ControlHistoryEntry;
  nameOf: ControlHistoryProps['nameOf'];
}

function Entry({ entry, nameOf }: EntryProps) {
  const mayWrite = useMay('compliance.write');
  const { undo, isPending } = useUndo();
  const { batchId } = entry;
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0">
          <span className="font-medium text-fg">
            <Untrusted text={entry.actorName} max={80} />
          </span>{' '}
          <span className="text-fg-muted">{controlActionText(entry)}</span>
          {entry.subject && (
            <span className="text-fg">
              {': '}
              <Untrusted text={entry.subject} max={160} />
            </span>
          )}
        </span>
        <DateTime value={entry.at} className="shrink-0 text-xs text-fg-muted tabular-nums" />
      </p>
      {entry.action === 'compliance.assess-without-evidence' && (
        <Badge tone="warn">No valid evidence</Badge>
      )}
      <ul>
        {changeWords(entry, nameOf).map(({ field, from, to }) => (
          <li key={field} className="text-xs text-fg-muted">
            {field}: <Untrusted text={from} max={200} /> →{' '}
            <span className="text-fg">
              <Untrusted text={to} max={200} />
            </span>
          </li>
        ))}
      </ul>
      {entry.reason && (
        <p className="text-fg">
          “<Untrusted text={entry.reason} newlines="keep" />”
        </p>
      )}
      {batchId && mayWrite && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Undo2 aria-hidden />}
          disabled={isPending}
          onClick={() => undo(batchId)}
        >
          Undo the whole change
        </Button>
      )}
    </li>
  );
}
