import {
  CircleAlert,
  CircleCheck,
  ClipboardCheck,
  FlaskConicalOff,
  Siren,
  TimerOff,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  CHANGE_KINDS,
  type ChangeEntry,
  type ChangeKind,
  type ComplianceChanges,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { type Since, useScoreChanges } from './scores.queries.ts';
import { CHANGE_COUNTS, CHANGE_WORDS, changeAddress, STATUS_WORDS } from './scores.text.ts';

const SPANS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
] as const;
const SINCE_WORDS: Record<Since, string> = { day: 'yesterday', week: 'last week' };

const ICONS: Record<ChangeKind, ReactNode> = {
  'evidence-expired': <TimerOff className="text-bad" />,
  'evidence-accepted': <CircleCheck className="text-ok" />,
  assessed: <ClipboardCheck className="text-accent-text" />,
  'test-failed': <FlaskConicalOff className="text-bad" />,
  challenged: <Siren className="text-warn" />,
};

/** What raised or lowered the scores since yesterday, or in a week. */
export function OverviewChanges() {
  const [since, setSince] = useState<Since>('week');
  const { data, ...query } = useScoreChanges(since);
  return (
    <Card
      title="What changed"
      note={`Since ${SINCE_WORDS[since]}`}
      actions={
        <Segmented
          label="What changed since"
          size="sm"
          value={since}
          onValueChange={setSince}
          segments={SPANS}
        />
      }
      bodyClassName="p-0"
    >
      {data && <Changes changes={data} since={since} />}
      {!data && query.isError && (
        <ErrorState
          title="The changes could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!data && !query.isError && (
        <div aria-busy className="p-4">
          <Skeleton className="h-80 w-full" />
        </div>
      )}
    </Card>
  );
}

function Changes({ changes, since }: { changes: ComplianceChanges; since: Since }) {
  const { entries } = changes;
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<CircleAlert />}
        title="Nothing Changed"
        text={`No evidence expired, nothing was assessed and no test failed since ${SINCE_WORDS[since]}.`}
      />
    );
  }
  return (
    <>
      <p className="border-b border-line px-4 py-2 text-xs text-fg-muted tabular-nums">
        {countsText(changes)}
      </p>
      <ScrollRegion label="Changes, the newest first" className="max-h-96">
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id} ${entry.at}`} entry={entry} />
          ))}
        </ul>
      </ScrollRegion>
    </>
  );
}

/** `2 evidence expired, 5 controls assessed; the newest 50 are listed` */
function countsText({ counts, entries }: ComplianceChanges): string {
  const named = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind) => `${counts[kind].toLocaleString()} ${CHANGE_COUNTS[kind]}`,
  );
  const total = CHANGE_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const cut = total > entries.length ? `; the newest ${entries.length} are listed` : '';
  return `${named.join(', ')}${cut}`;
}

function Entry({ entry }: { entry: ChangeEntry }) {
  const { kind, title, control, framework, at } = entry;
  return (
    <li>
      <Link
        to={changeAddress(entry)}
        className="flex gap-3 px-4 py-2 -outline-offset-2 transition-colors hover:bg-raised/60"
      >
        <span aria-hidden className="mt-0.5 [&_svg]:size-4">
          {ICONS[kind]}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap justify-between gap-x-3 text-xs text-fg-muted">
            <span>{changeWord(entry)}</span>
            <DateTime value={at} />
          </span>
          <span className="block truncate text-fg">
            <Untrusted text={title} expand="none" />
          </span>
          {control !== null && (
            <span className="block truncate text-xs text-fg-muted">
              <Untrusted text={`${framework} ${control}`} expand="none" />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** `Assessed: Not assessed → Compliant` */
function changeWord({ kind, from, to }: ChangeEntry): string {
  if (to === null) return CHANGE_WORDS[kind];
  const before = from === null ? '' : `${STATUS_WORDS[from]} → `;
  return `${CHANGE_WORDS[kind]}: ${before}${STATUS_WORDS[to]}`;
}
