import { ListChecks, MessageSquare } from 'lucide-react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import { SuspicionMark } from '../assistant/engine.embed.tsx';
import { RowClock } from './sla-clock.tsx';

/** What else a row says at a glance: comments, checklist, and the time that is left. */
export function RowMarks({ alert }: { alert: Alert }) {
  const { marks } = alert;
  const comments = marks?.comments ?? 0;
  return (
    <span className="flex shrink-0 items-center gap-3 text-xs text-fg-muted tabular-nums">
      {comments > 0 && (
        <span className="inline-flex items-center gap-1">
          <MessageSquare aria-hidden className="size-3" />
          {comments}
          <span className="sr-only">{comments === 1 ? ' comment' : ' comments'}</span>
        </span>
      )}
      {marks?.checks && (
        <span className="inline-flex items-center gap-1">
          <ListChecks aria-hidden className="size-3" />
          {marks.checks.done}/{marks.checks.total}
          <span className="sr-only"> steps done</span>
        </span>
      )}
      <SuspicionMark engine={isActive(alert.status) ? alert.engine : undefined} />
      <RowClock alert={alert} />
    </span>
  );
}
