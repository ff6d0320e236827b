import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ControlDetail } from '../../../shared/areas/compliance/controls.contract.ts';
import { useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { ControlAssessForm } from './control-assess-form.tsx';
import { ControlAssurancePanel } from './control-assurance-panel.tsx';
import { ControlStatusBadge, ScopeBadge } from './control-badges.tsx';
import { ControlEvidence } from './control-evidence.tsx';
import { ControlExceptions } from './control-exceptions.tsx';
import { ControlFacts } from './control-facts.tsx';
import { ControlHistory } from './control-history.tsx';
import { ControlSection } from './control-section.tsx';
import { ControlSocProof } from './control-soc-proof.tsx';
import { ControlTests } from './control-tests.tsx';
import { controlQuery } from './controls.queries.ts';
import { CrosswalkNeighbours } from './crosswalk-neighbours.tsx';
import { shownDay } from './scores.day.ts';

interface ControlPaneProps {
  id: string;
  /** Absent where something around the pane closes it. */
  onClose?: () => void;
}

/** Everything about one control, and what can be done with it. */
export function ControlPane({ id, onClose }: ControlPaneProps) {
  const { data, error, refetch } = useQuery(controlQuery(useClient(), id));
  if (error?.message.startsWith('404: ')) {
    return (
      <EmptyState
        title="This control does not exist"
        text="The link may be of another workspace."
        action={onClose && <Button onClick={onClose}>Close</Button>}
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        title="The control could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <PaneSkeleton />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PaneHead control={data} onClose={onClose} />
      <ScrollRegion label="About this control" className="min-h-0 flex-1">
        <RecordSync table="controls" id={id} className="px-4 pb-3" />
        <PaneBody key={id} control={data} />
      </ScrollRegion>
    </div>
  );
}

function PaneHead(props: { control: ControlDetail; onClose: (() => void) | undefined }) {
  const { control, onClose } = props;
  const zone = useTimeZone();
  return (
    <header className="flex flex-col gap-1 px-4 py-3">
      <div className="flex items-start gap-2">
        <div className="flex min-h-7 flex-1 flex-wrap items-center gap-1.5">
          <ControlStatusBadge status={control.status} />
          <ScopeBadge control={control} />
          {control.exceptionUntil && (
            <Badge tone="warn">Exception until {shownDay(control.exceptionUntil, zone)}</Badge>
          )}
        </div>
        {onClose && (
          <Button
            size="sm"
            variant="ghost"
            label="Close control"
            icon={<X aria-hidden />}
            onClick={onClose}
          />
        )}
      </div>
      <p className="text-xs text-fg-muted">
        <Untrusted text={control.frameworkName} /> <Untrusted text={control.frameworkVersion} /> ·{' '}
        <Untrusted text={control.controlId} />
      </p>
      <h2 className="text-base font-semibold text-fg">
        <Untrusted text={control.title} max={255} />
      </h2>
    </header>
  );
}

function PaneBody({ control }: { control: ControlDetail }) {
  const { id } = control;
  const mayWrite = useMay('compliance.write');
  const { nameOf } = useAccounts();
  return (
    <>
      <ControlSection title="Requirement">
        {control.description && (
          <p className="mb-2 text-fg">
            <Untrusted text={control.description} max={2000} newlines="keep" />
          </p>
        )}
        {control.requirement ? (
          <Markdown text={control.requirement} />
        ) : (
          !control.description && <p className="text-fg-muted">No text is kept for it.</p>
        )}
      </ControlSection>
      {mayWrite && <ControlAssessForm key={control.updatedAt} control={control} />}
      <ControlFacts control={control} nameOf={nameOf} />
      <ControlTests control={control} nameOf={nameOf} />
      <ControlExceptions control={control} nameOf={nameOf} />
      <ControlEvidence control={control} />
      {/* The panel is a section of its own. */}
      <div className="border-t border-line px-4 py-3">
        <h3 className="mb-2 text-sm font-semibold text-fg">Assurance</h3>
        <ControlAssurancePanel controlId={id} />
      </div>
      <ControlSection title="Proof by the queue">
        <ControlSocProof controlId={id} />
      </ControlSection>
      <CrosswalkNeighbours controlId={id} />
      <ControlHistory id={id} nameOf={nameOf} />
    </>
  );
}

function PaneSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3 p-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
