import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Gap, GapList } from '../../../shared/areas/training/training.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AssessDialog } from './assess-dialog.tsx';
import { gapsQuery } from './training.queries.ts';

const STATUS_TONES: Record<Gap['status'], BadgeTone> = {
  COMPLIANT: 'ok',
  PARTIALLY_COMPLIANT: 'warn',
  NON_COMPLIANT: 'bad',
  NOT_ASSESSED: 'neutral',
};

/** The gaps of the demo, each to be assessed on chosen evidence. */
export function GapPanel({ mayAssess }: { mayAssess: boolean }) {
  const list = useQuery(gapsQuery(useClient()));
  const [assessing, setAssessing] = useState<string | null>(null);
  const { data } = list;
  const gap = data?.gaps.find(({ id }) => id === assessing);
  return (
    <Card
      title="Gaps"
      note="Controls that were non-compliant when the demo was made"
      bodyClassName="p-0"
    >
      {data === undefined ? (
        <GapsLoading list={list} />
      ) : (
        <ul>
          {data.gaps.map((one) => (
            <GapRow
              key={one.id}
              gap={one}
              list={data}
              onAssess={mayAssess ? () => setAssessing(one.id) : null}
            />
          ))}
        </ul>
      )}
      {data && gap && (
        <AssessDialog
          key={gap.id}
          gap={gap}
          evidence={data.evidence}
          onClose={() => setAssessing(null)}
        />
      )}
    </Card>
  );
}

function GapsLoading({
  list,
}: {
  list: { isError: boolean; error: unknown; refetch: () => unknown };
}) {
  if (list.isError)
    return (
      <ErrorState
        title="The gaps could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  return (
    <div aria-busy className="p-4">
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

interface GapRowProps {
  gap: Gap;
  list: GapList;
  onAssess: (() => void) | null;
}

function GapRow({ gap, list, onAssess }: GapRowProps) {
  const name = `${gap.framework} ${gap.controlId}`;
  const linked = list.evidence.filter(({ id }) => gap.evidenceIds.includes(id));
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-60 flex-1">
        <p className="font-medium text-fg">
          {name}: {gap.title}
        </p>
        <p className="text-fg-muted">{gap.description}</p>
        {linked.length > 0 && (
          <p className="text-xs text-fg-muted">
            Evidence: {linked.map(({ title }) => title).join('; ')}
          </p>
        )}
      </div>
      <Badge tone={STATUS_TONES[gap.status]}>{gap.status.replaceAll('_', ' ')}</Badge>
      {onAssess && (
        <Button size="sm" label={`Assess ${name}`} onClick={onAssess}>
          Assess
        </Button>
      )}
    </li>
  );
}
