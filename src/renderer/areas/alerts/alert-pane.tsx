import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, Gavel, UserRound, X } from 'lucide-react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState, StaleNotice } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { AlertTechniques } from '../assistant/attack.embed.tsx';
import { AlertExplanation } from '../assistant/engine.embed.tsx';
import { AlertChecklists, Comments, WatchButton } from '../discussion/discussion.embed.tsx';
import { LocalFacts, lookUpValues } from '../enrichment/enrichment.embed.tsx';
import { NewInvestigationLink } from '../forensics/forensics.embed.tsx';
import { AlertRepeats } from '../incidents/groups.embed.tsx';
import { SendTo, SentTo } from '../integrations/integrations.embed.tsx';
import { SuppressedBy, SuppressLikeLink } from '../suppression/suppression.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { AlertActions } from './alert-actions.tsx';
import { AlertBadges } from './alert-badges.tsx';
import { AlertFields } from './alert-fields.tsx';
import { AlertHistory } from './alert-history.tsx';
import { AlertRaw } from './alert-raw.tsx';
import { AlertRelated, type RelatedLinks } from './alert-related.tsx';
import { alertQuery, usePendingAlertIds } from './alerts.queries.ts';
import { useDesk } from './desk-context.tsx';
import { DispositionSection } from './disposition-section.tsx';
import { PaneSection } from './pane-section.tsx';
import { AlertClocks } from './sla-clock.tsx';
import type { DeskActions } from './use-desk-actions.ts';

interface AlertPaneProps {
  id: string;
  actions: DeskActions;
  links: RelatedLinks;
  /** Absent where something around the pane closes it. */
  onClose?: () => void;
}

/** Everything about one alert, and what can be done with it. */
export function AlertPane({ id, actions, links, onClose }: AlertPaneProps) {
  const { data, error, refetch, isFetching } = useQuery(
    alertQuery(useClient(), useQueryClient(), id),
  );
  const { nameOf } = useAccounts();
  if (error?.message.startsWith('404: ')) {
    return (
      <EmptyState
        title="This alert does not exist"
        text="The link may be of another workspace."
        action={onClose && <Button onClick={onClose}>Close</Button>}
      />
    );
  }
  const retry = () => void refetch();
  if (error && !data) {
    return (
      <ErrorState
        title="The alert could not be loaded"
        error={error}
        onRetry={retry}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return <PaneSkeleton />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {error && (
        <StaleNotice
          title="The alert could not be loaded"
          error={error}
          onRetry={retry}
          isRetrying={isFetching}
        />
      )}
      <PaneHead alert={data} actions={actions} onClose={onClose} />
      <ScrollRegion label="About this alert" className="min-h-0 flex-1">
        <RecordSync table="alerts" id={id} className="px-4 pb-3" />
        <p className="px-4 pb-3 text-fg">
          <Untrusted text={data.description} max={1200} newlines="keep" />
        </p>
        <AlertRepeats id={id} />
        <DispositionSection alert={data} nameOf={nameOf} />
        <PaneSection title="Analyst">
          <AlertExplanation alertId={id} />
        </PaneSection>
        {data.techniques.length > 0 && (
          <PaneSection title="Techniques">
            <AlertTechniques ids={data.techniques} />
          </PaneSection>
        )}
        <AlertClocks alert={data} />
        <AlertFields alert={data} nameOf={nameOf} />
        <LocalFacts
          values={lookUpValues([data.sourceIp, data.destIp], data.title, data.description)}
          frame={(facts) => <PaneSection title="Local enrichment">{facts}</PaneSection>}
        />
        <PaneSection title="Checklists">
          <AlertChecklists key={id} alertId={id} />
        </PaneSection>
        <PaneSection title="Comments">
          <Comments key={id} topic={{ type: 'alert', id }} />
        </PaneSection>
        <AlertRelated id={id} links={links} />
        <AlertHistory id={id} nameOf={nameOf} />
        <AlertRaw key={id} id={id} />
      </ScrollRegion>
    </div>
  );
}

function PaneHead(props: {
  alert: Alert;
  actions: DeskActions;
  onClose: (() => void) | undefined;
}) {
  const { alert, actions, onClose } = props;
  const desk = useDesk();
  const mayWrite = useMay('alerts.write');
  const isPending = usePendingAlertIds().has(alert.id);
  return (
    <header className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start gap-2">
        <div className="flex min-h-7 flex-1 flex-wrap items-center gap-1.5">
          <AlertBadges alert={alert} />
        </div>
        {onClose && (
          <Button
            size="sm"
            variant="ghost"
            label="Close alert"
            icon={<X aria-hidden />}
            onClick={onClose}
          />
        )}
      </div>
      <h2 className="text-base font-semibold text-fg">
        <Untrusted text={alert.title} max={255} />
      </h2>
      {alert.suppressedBy !== null && <SuppressedBy ruleId={alert.suppressedBy} />}
      {mayWrite && (
        <div className="flex flex-wrap gap-1.5">
          <AlertActions
            alert={alert}
            isPending={isPending}
            place="pane"
            onTransition={actions.transition}
          />
          <Button
            size="sm"
            icon={<ArrowUpRight aria-hidden />}
            disabled={isPending}
            onClick={() => void actions.update(alert.id, { escalated: !alert.escalated })}
          >
            {alert.escalated ? 'Withdraw escalation' : 'Escalate'}
          </Button>
          <Button
            size="sm"
            icon={<UserRound aria-hidden />}
            disabled={isPending}
            onClick={() => desk.openDialog({ type: 'assign', id: alert.id })}
          >
            Assign
          </Button>
          {alert.status === 'IN_PROGRESS' && (
            <Button
              size="sm"
              icon={<Gavel aria-hidden />}
              disabled={isPending}
              onClick={() => desk.openDialog({ type: 'close', id: alert.id, to: 'RESOLVED' })}
            >
              Close with verdict
            </Button>
          )}
          <NewInvestigationLink alert={alert.id} />
          <WatchButton alertId={alert.id} />
          {alert.suppressedBy === null && <SuppressLikeLink alert={alert} />}
          <SendTo kind="alert" id={alert.id} title={alert.title} />
        </div>
      )}
      <SentTo id={alert.id} />
    </header>
  );
}

function PaneSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3 p-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
