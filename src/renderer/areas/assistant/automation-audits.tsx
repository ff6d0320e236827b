import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type Audit,
  automationContract,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { auditsQuery, trippedText, useAutomationCall } from './automation.queries.ts';

interface Answer {
  readonly alertId: string;
  readonly verdict: 'AGREE' | 'DISAGREE';
  readonly note: string | null;
}

/** Decisions that wait for a person: what would have been closed, and what was drawn of the closed. */
export function AuditsTab() {
  const { data, error, refetch, isFetching } = useQuery(auditsQuery(useClient()));
  const mayWrite = useMay('alerts.write');
  const [disputed, setDisputed] = useState<Audit | null>(null);
  const give = useAutomationCall(
    (client, body: Answer) => client.call(automationContract.audit, { body }),
    ({ tripped }) => `Audit saved.${trippedText(tripped)}`,
  );
  if (error)
    return (
      <ErrorState
        title="Audits could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data) return <Skeleton className="h-64 w-full" />;
  if (data.rows.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<ClipboardCheck />}
          title="No Audits Waiting"
          text="Alerts that the engine would close show here, so that people can say whether it is right."
        />
      </Card>
    );
  const shown = data.rows.length;
  const total = data.total ?? shown;
  return (
    <Card
      title="Audit queue"
      note={
        total > shown
          ? `The newest ${shown} of ${total.toLocaleString('en')}`
          : 'Agree where closing it would be right. Agreeing closes nothing.'
      }
      bodyClassName="p-0"
    >
      <ul className="divide-y divide-line">
        {data.rows.map((audit) => (
          <AuditRow
            key={`${audit.alert.id} ${audit.kind}`}
            audit={audit}
            mayWrite={mayWrite}
            isPending={give.isPending}
            onAgree={() => give.mutate({ alertId: audit.alert.id, verdict: 'AGREE', note: null })}
            onDisagree={() => setDisputed(audit)}
          />
        ))}
      </ul>
      {disputed && (
        <ReasonDialog
          title="Disagree with closing it"
          description="This is an error that you confirm: automation of its pattern is switched off."
          label="Disagree"
          pendingLabel="Saving..."
          isPending={give.isPending}
          onClose={() => setDisputed(null)}
          onReason={(note) =>
            give.mutate(
              { alertId: disputed.alert.id, verdict: 'DISAGREE', note },
              { onSuccess: () => setDisputed(null) },
            )
          }
        />
      )}
    </Card>
  );
}

function AuditRow(props: {
  audit: Audit;
  mayWrite: boolean;
  isPending: boolean;
  onAgree: () => void;
  onDisagree: () => void;
}) {
  const { audit, mayWrite, isPending, onAgree, onDisagree } = props;
  const { alert } = audit;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex min-w-0 items-center gap-2">
          <Badge tone={audit.kind === 'RANDOM' ? 'accent' : 'neutral'}>
            {audit.kind === 'RANDOM' ? 'Was closed' : 'Would close'}
          </Badge>
          <Link
            to={`/alerts?alert=${encodeURIComponent(alert.id)}`}
            className="min-w-0 truncate font-medium text-fg hover:underline"
          >
            <Untrusted text={alert.title} max={160} expand="none" />
          </Link>
        </p>
        <p className="truncate text-xs text-fg-muted">
          <Untrusted text={audit.patternLabel} max={160} expand="none" />
          {' · '}
          <DateTime value={alert.createdAt} />
          {audit.suspicion !== null && ` · suspicion ${audit.suspicion}`}
        </p>
      </div>
      {mayWrite && (
        <div className="flex gap-1.5">
          <Button size="sm" icon={<ThumbsUp aria-hidden />} disabled={isPending} onClick={onAgree}>
            Agree
          </Button>
          <Button
            size="sm"
            icon={<ThumbsDown aria-hidden />}
            disabled={isPending}
            onClick={onDisagree}
          >
            Disagree
          </Button>
        </div>
      )}
    </li>
  );
}
