import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EvidenceDetail } from '../../../shared/areas/evidence/evidence.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import { CustodyPart } from './custody-part.tsx';
import { evidenceDetailQuery } from './evidence.queries.ts';
import { sizeText } from './evidence.text.ts';
import { EvidenceActions } from './evidence-actions.tsx';
import { typeLabel, ValidityBadge } from './evidence-badges.tsx';
import { EvidenceControls } from './evidence-controls.tsx';
import { Hash, Part } from './evidence-part.tsx';
import { ReviewPart } from './evidence-review.tsx';
import { PreviewPart } from './preview-part.tsx';

interface EvidenceDrawerProps {
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One piece of evidence: its file at the left, what is known of it at the right. */
export function EvidenceDrawer({ id, onOpen, onClose }: EvidenceDrawerProps) {
  const found = useQuery(evidenceDetailQuery(useClient(), id));
  return (
    <Drawer open onClose={onClose} title={found.data?.title ?? 'Evidence'}>
      {found.isError ? (
        <ErrorState
          title="This evidence could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : found.data ? (
        <Content evidence={found.data} onOpen={onOpen} onClose={onClose} />
      ) : (
        <Skeleton className="m-6 h-64" />
      )}
    </Drawer>
  );
}

const HISTORY_LABELS = { verdict: 'Review', reviewNote: 'Note of the review', sha256: 'SHA-256' };

interface ContentProps {
  evidence: EvidenceDetail;
  onOpen: (id: string) => void;
  onClose: () => void;
}

function Content({ evidence, onOpen, onClose }: ContentProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-col gap-2 border-b border-line py-4 pr-14 pl-6">
        <h2 className="text-base font-semibold text-fg [overflow-wrap:anywhere]">
          <Untrusted text={evidence.title} expand="none" />
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <ValidityBadge validity={evidence.validity} />
          <Badge>{typeLabel(evidence.type)}</Badge>
          {evidence.revisions.length > 1 && <Badge>Revision {evidence.revision}</Badge>}
          {evidence.isSelfApproved && <Badge tone="warn">self-approved</Badge>}
          <EvidenceActions evidence={evidence} onOpen={onOpen} onClose={onClose} />
        </div>
        {evidence.supersededBy !== null && (
          <p className="text-fg-muted">
            A newer revision took the place of this one.{' '}
            <button
              type="button"
              className="rounded-sm text-accent-text underline underline-offset-2"
              onClick={() => onOpen(evidence.supersededBy ?? evidence.id)}
            >
              Open it
            </button>
          </p>
        )}
        <RecordSync table="evidence" id={evidence.id} />
      </header>
      <div className="grid min-h-0 flex-1 gap-x-6 overflow-y-auto px-6 py-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="flex min-w-0 flex-col gap-5 pb-4">
          <PreviewPart evidence={evidence} />
          <CustodyPart evidence={evidence} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 pb-4">
          <ReviewPart evidence={evidence} />
          <Facts evidence={evidence} />
          <EvidenceControls evidence={evidence} />
          <Revisions evidence={evidence} onOpen={onOpen} />
          <Part title="History">
            <RecordHistory resource="evidence" id={evidence.id} labels={HISTORY_LABELS} />
          </Part>
        </div>
      </div>
    </div>
  );
}

function Facts({ evidence }: { evidence: EvidenceDetail }) {
  const time = (value: string | null) =>
    value === null ? <NoFigure /> : <DateTime value={value} mode="local" />;
  const text = (value: string | null) =>
    value === null ? <NoFigure /> : <Untrusted text={value} max={300} newlines="keep" />;
  const none = <NoFigure />;
  const hasPeriod = evidence.periodStart !== null || evidence.periodEnd !== null;
  const period = (
    <>
      {time(evidence.periodStart)} to {time(evidence.periodEnd)}
    </>
  );
  const hash =
    evidence.sha256 === null ? none : <Hash value={evidence.sha256} label="Copy SHA-256" />;
  const facts: Readonly<Record<string, ReactNode>> = {
    Description: text(evidence.description),
    Source: text(evidence.source),
    'Collected by': evidence.collectedByName ?? 'Watchfloor',
    Collector: evidence.collector === 'manual' ? 'By hand' : text(evidence.collector),
    Collected: time(evidence.collectionDate),
    Received: time(evidence.receivedAt),
    'Period covered': hasPeriod ? period : none,
    Expires: evidence.expirationDate === null ? 'Never' : time(evidence.expirationDate),
    File: text(evidence.sha256 === null ? evidence.filePath : evidence.fileName),
    Size: sizeText(evidence.size) ?? none,
    'SHA-256': hash,
  };
  return (
    <Part title="Facts">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Revisions({ evidence, onOpen }: Pick<ContentProps, 'evidence' | 'onOpen'>) {
  if (evidence.revisions.length < 2) return null;
  return (
    <Part title="Revisions">
      <ul className="flex flex-col divide-y divide-line">
        {evidence.revisions.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-2 py-1.5">
            <button
              type="button"
              disabled={one.id === evidence.id}
              onClick={() => onOpen(one.id)}
              className="rounded-sm text-accent-text underline underline-offset-2 disabled:text-fg disabled:no-underline"
            >
              Revision {one.revision}
            </button>
            <span className="min-w-0 flex-1 truncate text-fg-muted">
              <Untrusted text={one.fileName} max={60} expand="none" />
            </span>
            {one.isCurrent && <Badge tone="accent">current</Badge>}
            <DateTime value={one.createdAt} mode="local" />
          </li>
        ))}
      </ul>
    </Part>
  );
}
