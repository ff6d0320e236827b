import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { InvestigationDetail } from '../../../shared/areas/forensics/investigations.contract.ts';
import {
  INVESTIGATION_TYPE_LABELS,
  VERDICT_WORDS,
} from '../../../shared/areas/forensics/investigations.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RecordDrawer, RecordHead, RecordViews } from '../../ui/record-drawer.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { Comments } from '../discussion/discussion.embed.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { investigationQuery } from './forensics.queries.ts';
import { EvidenceFiles } from './intake/evidence-files.tsx';
import { useBringing } from './intake/use-bringing.ts';
import { InvestigationActions } from './investigation-actions.tsx';
import { PriorityBadge, RunBadge, StatusBadge, VerdictBadge } from './investigation-badges.tsx';
import { InvestigationIocs } from './investigation-iocs.tsx';
import { InvestigationRun } from './investigation-run.tsx';
import { InvestigationSummary } from './investigation-summary.tsx';
import { RestrictedBadge } from './restricted/restricted-badge.tsx';
import { InvestigationRules } from './rules/investigation-rules.tsx';
import { CaseEventsTable, useCaseEvents } from './timeline/case-events-table.tsx';
import { PromotableEvents } from './timeline/promotable-events.tsx';

interface InvestigationDrawerProps {
  id: string;
  onClose: () => void;
}

/** What a link leads to within it: `?investigation=…&view=events&event=7`, or `view=files&file=…`. */
const WITHIN = ['view', 'event', 'file'] as const;

/** One investigation in full. */
export function InvestigationDrawer({ id, onClose: leave }: InvestigationDrawerProps) {
  const found = useQuery(investigationQuery(useClient(), id));
  const [params, setParams] = useAddressParams();
  const onClose = () => {
    leave();
    if (!WITHIN.some((name) => params.has(name))) return;
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['investigation', ...WITHIN]) next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  return (
    <RecordDrawer
      query={found}
      onClose={onClose}
      title={found.data?.title ?? 'Investigation'}
      failed="The investigation could not be loaded"
      gone={{
        title: 'This investigation does not exist',
        text: 'It may have been deleted, or the link may be of another workspace.',
      }}
    >
      {(investigation) => (
        <Content
          key={WITHIN.map((name) => params.get(name)).join(' ')}
          investigation={investigation}
          params={params}
          onGone={onClose}
        />
      )}
    </RecordDrawer>
  );
}

const VIEWS = [
  ...(['summary', 'files', 'timeline', 'events', 'rules'] as const),
  ...(['iocs', 'steps', 'comments', 'history'] as const),
] as const;
type View = (typeof VIEWS)[number];

function eventOf(params: URLSearchParams): number | null {
  const text = params.get('event') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

const LABELS = {
  aiProgress: 'Progress',
  closedAt: 'Closed',
  closingVerdict: 'Verdict at closing',
  closingReason: 'Reason',
  bundleEvidenceId: 'Bundle',
};
/** Said better by the other tabs. */
const HIDDEN = [
  ...['createdAt', 'createdBy', 'updatedAt', 'scope', 'findings', 'iocs', 'timeline', 'tools'],
  ...['analysis', 'opinion', 'journal', 'restrictedTo'],
];

function Content({
  investigation,
  params,
  onGone,
}: {
  investigation: InvestigationDetail;
  params: URLSearchParams;
  onGone: () => void;
}) {
  const [view, setView] = useState(
    () => VIEWS.find((name) => name === params.get('view')) ?? 'summary',
  );
  const [eventId, setEventId] = useState(() => eventOf(params));
  const { id, timeline, iocs, closedAt } = investigation;
  const events = useCaseEvents(id, timeline);
  const bringing = useBringing(id);
  useUnsaved(bringing.isSending);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Head investigation={investigation} onGone={onGone} />
      <RecordViews<View>
        label="About this investigation"
        view={view}
        onView={(next) => {
          setView(next);
          setEventId(null);
        }}
        views={[
          {
            value: 'summary',
            label: 'Findings',
            content: <InvestigationSummary investigation={investigation} />,
          },
          {
            value: 'files',
            label: 'Evidence files',
            content: (
              <EvidenceFiles
                investigationId={id}
                isClosed={closedAt !== null}
                bringing={bringing}
                fileId={params.get('file')}
                onEvents={() => setView('events')}
              />
            ),
          },
          {
            value: 'timeline',
            label: 'Timeline',
            count: events.length,
            content: (
              <CaseEventsTable
                investigationId={id}
                entries={timeline}
                label="Timeline of this investigation"
                className="flex-1"
              />
            ),
          },
          {
            value: 'events',
            label: 'Events',
            content: (
              <PromotableEvents
                investigationId={id}
                isClosed={closedAt !== null}
                eventId={eventId}
              />
            ),
          },
          {
            value: 'rules',
            label: 'Rule hits',
            content: <InvestigationRules investigationId={id} />,
          },
          {
            value: 'iocs',
            label: 'Indicators',
            count: iocs.length,
            content: <InvestigationIocs investigation={investigation} />,
          },
          {
            value: 'steps',
            label: 'Steps',
            content: <InvestigationRun investigation={investigation} />,
          },
          {
            value: 'comments',
            label: 'Comments',
            content: (
              <div className="max-w-3xl">
                <Comments topic={{ type: 'investigation', id }} isFrozen={closedAt !== null} />
              </div>
            ),
          },
          {
            value: 'history',
            label: 'History',
            content: (
              <RecordHistory
                resource="forensic_investigations"
                id={id}
                labels={LABELS}
                hidden={HIDDEN}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function Head({
  investigation: one,
  onGone,
}: {
  investigation: InvestigationDetail;
  onGone: () => void;
}) {
  return (
    <RecordHead
      title={one.title}
      facts={
        <>
          <PriorityBadge severity={one.priority} />
          <StatusBadge status={one.status} />
          <RunBadge run={one.run} closedAt={one.closedAt} />
          {one.verdict !== null && <VerdictBadge verdict={one.verdict} />}
          {one.isRestricted && <RestrictedBadge />}
          <span>
            <Untrusted text={one.incidentId} max={60} expand="none" />
          </span>
          {one.investigationType && <span>{INVESTIGATION_TYPE_LABELS[one.investigationType]}</span>}
          <span>
            Opened <DateTime value={one.createdAt} />
          </span>
        </>
      }
    >
      {one.run?.state === 'RUNNING' && (
        <div className="flex items-center gap-3">
          <Progress label="Progress" value={one.aiProgress / 100} className="max-w-md flex-1" />
          <span className="text-fg-muted tabular-nums">{one.aiProgress} %</span>
        </div>
      )}
      {one.run?.state === 'FAILED' && one.run.error !== null && (
        <p className="text-bad">{one.run.error}</p>
      )}
      {one.closedAt !== null && <Closing investigation={one} />}
      <InvestigationActions investigation={one} onGone={onGone} />
      <RecordSync table="forensic_investigations" id={one.id} />
    </RecordHead>
  );
}

function Closing({ investigation: one }: { investigation: InvestigationDetail }) {
  return (
    <p className="text-fg-muted">
      Closed <DateTime value={one.closedAt} />
      {one.closedBy && (
        <>
          {' '}
          by <Untrusted text={one.closedBy.name} max={80} expand="none" />
        </>
      )}
      {one.closingVerdict && ` as ${VERDICT_WORDS[one.closingVerdict].toLowerCase()}`}
      {one.closingReason && (
        <>
          : <Untrusted text={one.closingReason} max={300} />
        </>
      )}
      {one.bundle && (
        <>
          {' '}
          <Link
            to={`/evidence?evidence=${encodeURIComponent(one.bundle.evidenceId)}`}
            className="rounded-sm text-accent-text hover:underline"
          >
            Frozen as evidence
          </Link>
          {one.bundle.sha256 && (
            <span className="font-mono text-xs"> {one.bundle.sha256.slice(0, 16)}…</span>
          )}
        </>
      )}
    </p>
  );
}
