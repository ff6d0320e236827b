/** Processes of an investigation under those that started them; levels are read as they are opened. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { misusedProgram } from '../../../../shared/areas/forensics/process-tree/misused-program.ts';
import { toNs } from '../../../../shared/areas/forensics/timeline/moment.ts';
import {
  type ProcessRow,
  processesContract,
} from '../../../../shared/areas/forensics/timeline/processes.contract.ts';
import { spanText } from '../../../../shared/areas/forensics/timeline/time-view.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Input } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { useInvestigationCall } from '../forensics.queries.ts';
import { DigestHead } from './digest-head.tsx';
import { momentText } from './shown-moment.tsx';
import { nodesQuery, processesQuery } from './timeline.queries.ts';

type Summary = NonNullable<
  Awaited<ReturnType<ReturnType<typeof processesQuery>['queryFn'] & object>>
>;

export function ProcessPanel({ investigationId }: { investigationId: string }) {
  const found = useQuery(processesQuery(useClient(), investigationId));
  const make = useInvestigationCall(
    (client, _: null) =>
      client.call(processesContract.analyze, { params: { id: investigationId } }),
    null,
  );
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim().slice(0, 200));
  return (
    <Card
      title="Process tree"
      note="From starts and ends of processes: Sysmon 1 and 5, Security 4688 and 4689, auditd, ECS"
    >
      <Loaded query={found} failed="The process tree could not be loaded">
        {(made) => (
          <div className="flex flex-col gap-3">
            <DigestHead made={made} isPending={make.isPending} onMake={() => make.mutate(null)}>
              {made === null
                ? 'The tree is made from the events when it is asked for.'
                : told(made)}
            </DigestHead>
            {made !== null && made.summary.processes === 0 && (
              <EmptyState
                title="No processes"
                text="The events of this investigation tell of no process that started."
              />
            )}
            {made !== null && made.summary.processes > 0 && (
              <>
                <div className="relative max-w-md">
                  <Search
                    aria-hidden
                    className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-faint"
                  />
                  <Input
                    type="search"
                    aria-label="Search processes"
                    placeholder="Program, command line, account, host or number"
                    className="pl-8"
                    value={typed}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                </div>
                <div className="max-h-[36rem] overflow-auto">
                  <Level
                    key={q}
                    investigationId={investigationId}
                    parent={null}
                    q={q}
                    madeAt={made.madeAt}
                    depth={0}
                    isOpenAtFirst={q === '' && made.summary.roots <= 3}
                  />
                </div>
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function told({ summary: one }: Summary): string {
  const n = (value: number, what: string) => `${value.toLocaleString()} ${what}`;
  return [
    `${n(one.processes, 'processes')} on ${n(one.hosts, one.hosts === 1 ? 'host' : 'hosts')}, from ${n(one.events, 'events')}.`,
    one.unseen > 0 ? `${n(one.unseen, 'parents')} are named by their children alone.` : '',
    one.reused > 0 ? `${n(one.reused, 'starts')} took a number that was still in use.` : '',
    one.loneEnds > 0 ? `${n(one.loneEnds, 'ends')} have no start.` : '',
    one.contradictions > 0
      ? `${n(one.contradictions, 'parents')} contradict the order of events.`
      : '',
    one.leftOut > 0 ? `${n(one.leftOut, 'events')} are beyond the limit and left out.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

interface LevelProps {
  investigationId: string;
  parent: number | null;
  q: string;
  madeAt: string;
  depth: number;
  isOpenAtFirst?: boolean;
}

function Level(props: LevelProps) {
  const { investigationId, parent, q, madeAt, depth } = props;
  const found = useInfiniteQuery(nodesQuery(useClient(), investigationId, { parent, q, madeAt }));
  if (found.isPending) return <Skeleton className="h-8 w-full" />;
  if (found.isError) return <p className="text-bad">These processes could not be loaded.</p>;
  const rows = found.data.pages.flatMap((page) => page.rows);
  const total = found.data.pages[0]?.total ?? rows.length;
  if (rows.length === 0)
    return <p className="text-fg-muted">{q === '' ? 'None.' : 'No process matches.'}</p>;
  return (
    <ul className={depth === 0 ? undefined : 'ml-3 border-l border-line pl-3'}>
      {rows.map((row) => (
        <li key={row.node}>
          <ProcessItem {...props} row={row} />
        </li>
      ))}
      {found.hasNextPage && (
        <li>
          <Button
            size="sm"
            variant="ghost"
            disabled={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {`Show more of ${total.toLocaleString()}`}
          </Button>
        </li>
      )}
    </ul>
  );
}

const NOTES = {
  'parent-unseen': 'Parent not in the logs',
  'number-reused': 'Parent’s number was given again',
  contradiction: 'Contradictory parent',
} as const;
/** Deeper levels stand no further to the right. */
const DEEPEST = 40;

function ProcessItem({
  row,
  isOpenAtFirst = false,
  ...level
}: LevelProps & { row: ProcessRow & { path: readonly string[] } }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const name = row.image?.split(/[\\/]/).at(-1) ?? 'Unknown program';
  const opens = row.children > 0;
  return (
    <>
      <div className="flex min-w-0 items-start gap-1.5 py-1">
        {opens ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`Children of ${name}, ${row.pid ?? 'no number'}`}
            className="mt-0.5 shrink-0 rounded-sm text-fg-muted hover:text-fg [&_svg]:size-4"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          </button>
        ) : (
          <span className="w-4 shrink-0" />
        )}
        <div className="min-w-0 flex-1">
          <ProcessLine row={row} name={name} />
        </div>
      </div>
      {isOpen && (
        <Level
          {...level}
          parent={row.node}
          q=""
          depth={level.depth + 1}
          isOpenAtFirst={level.depth < DEEPEST && row.children === 1 && level.depth < 6}
        />
      )}
    </>
  );
}

function ProcessLine({
  row,
  name,
}: {
  row: ProcessRow & { path: readonly string[] };
  name: string;
}) {
  const zone = useTimeZone();
  const { started, ended } = row;
  const misused = misusedProgram(row.image);
  const lasted = started && ended ? toNs(ended) - toNs(started) : null;
  return (
    <>
      {row.path.length > 0 && (
        <p className="text-xs text-fg-muted">
          <Untrusted text={row.path.join(' › ')} max={200} expand="none" />
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className={row.isSeen ? 'font-medium text-fg' : 'text-fg-muted'}>
          <Untrusted text={name} max={120} expand="none" />
        </span>
        {row.pid !== null && <span className="text-fg-muted tabular-nums">{row.pid}</span>}
        {row.children > 0 && <Badge>{`${row.below.toLocaleString()} below`}</Badge>}
        {row.note && row.isSeen && (
          <Badge tone={row.note === 'parent-unseen' ? 'neutral' : 'warn'}>{NOTES[row.note]}</Badge>
        )}
        {!row.isSeen && <Badge>No start in the logs</Badge>}
        <span className="text-fg-muted">
          <Untrusted
            text={[row.user, row.host].filter(Boolean).join(' · ')}
            max={120}
            expand="none"
          />
        </span>
        {started && (
          <span className="font-mono text-xs text-fg-muted tabular-nums">
            {momentText(started.ms, started.nanos, zone)}
          </span>
        )}
        {lasted !== null && lasted >= 0n && (
          <span className="text-xs text-fg-muted">ran {spanText(lasted)}</span>
        )}
      </p>
      {misused && (
        <p className="text-xs text-fg-muted">
          {`Comes with Windows, often misused: ${misused.does} (${misused.technique})`}
        </p>
      )}
      {row.commandLine !== null && (
        <p className="font-mono text-xs break-all text-fg-muted">
          <Untrusted text={row.commandLine} max={240} />
        </p>
      )}
    </>
  );
}
