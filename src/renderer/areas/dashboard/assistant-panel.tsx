import { Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { DashboardMetrics } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { processingText } from './dashboard.format.ts';

/** `metrics` is undefined while they load. */
export function AssistantPanel({ metrics }: { metrics: DashboardMetrics | undefined }) {
  const running = metrics?.investigationsInProgress ?? 0;
  const text = processingText(metrics?.totalInvestigations ? running : null);
  return (
    <Card title="AI Assistant" bodyClassName="flex items-start gap-3 p-4">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text"
      >
        <Sparkles className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        {metrics === undefined ? (
          <Skeleton className="my-0.5 h-4 w-44" />
        ) : (
          <p className="font-medium text-fg tabular-nums">
            {running > 0 ? (
              <Link to="/forensics" className="rounded-sm hover:underline">
                {text}
              </Link>
            ) : (
              text
            )}
          </p>
        )}
        <p className="min-h-4 text-xs text-fg-muted">
          {running > 0 && (
            <Link to="/forensics" className="rounded-sm text-accent-text hover:underline">
              Open the running investigations
            </Link>
          )}
          {metrics !== undefined && running === 0 && 'No investigation is running.'}
        </p>
      </div>
    </Card>
  );
}
