import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { History } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { ActionState, DeskAction } from '../../../shared/areas/actions/actions.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState, StaleNotice } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { Undoing } from './actions.embed.tsx';
import { actionsQuery } from './actions.queries.ts';
import { runText } from './actions.text.ts';

const STATES: Record<ActionState, { word: string; tone: BadgeTone }> = {
  RUNNING: { word: 'Running', tone: 'accent' },
  DONE: { word: 'Done', tone: 'ok' },
  UNDOING: { word: 'Undoing', tone: 'accent' },
  UNDONE: { word: 'Undone', tone: 'neutral' },
  REDOING: { word: 'Redoing', tone: 'accent' },
  CANCELLED: { word: 'Cancelled', tone: 'neutral' },
};
/** Until it is measured; a row is as high as what became of its action. */
const ROW_PX = 84;
const OVERSCAN_ROWS = 8;
const WHOSE = [
  { value: 'all', label: 'Everybody' },
  { value: 'mine', label: 'Mine' },
] as const;

interface ActionsDrawerProps {
  undoing: Undoing;
  onClose: () => void;
}

/** What was done at the desk, newest first, each with Undo or Redo. */
export function ActionsDrawer({ undoing, onClose }: ActionsDrawerProps) {
  const [whose, setWhose] = useState<'all' | 'mine'>('all');
  return (
    <Drawer open onClose={onClose} title="History of actions" size="side" keys="own">
      <div className="flex flex-col gap-2 border-b border-line px-5 py-3.5 pr-12">
        <h2 className="text-base font-semibold text-fg">History of actions</h2>
        <p className="text-fg-muted">
          What was done at the desk. Undo leaves what somebody changed since.
        </p>
        <div>
          <Segmented label="Whose" value={whose} onValueChange={setWhose} segments={WHOSE} />
        </div>
      </div>
      <ActionList key={whose} mine={whose === 'mine'} undoing={undoing} />
    </Drawer>
  );
}

function ActionList({ mine, undoing }: { mine: boolean; undoing: Undoing }) {
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery(actionsQuery(useClient(), mine));
  if (isPending) return <Skeleton className="m-5 h-40" />;
  if (!data)
    return (
      <ErrorState
        title="The history could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const actions = data.pages.flatMap(({ rows }) => rows);
  if (actions.length === 0)
    return (
      <EmptyState
        icon={<History />}
        title="Nothing was done yet"
        text="Each change of alerts, groups, incidents and rules appears here and can be undone."
      />
    );
  return (
    <>
      {error && (
        <StaleNotice
          title="The history could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ActionRows actions={actions} undoing={undoing}>
        {hasNextPage && (
          <div className="flex justify-center py-3">
            <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older actions
            </Button>
          </div>
        )}
      </ActionRows>
    </>
  );
}

interface ActionRowsProps {
  actions: readonly DeskAction[];
  undoing: Undoing;
  /** Below the last one. */
  children: ReactNode;
}

/** Thousands of actions may have been loaded: those in view are drawn. */
function ActionRows({ actions, undoing, children }: ActionRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: actions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => actions[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
  });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const action = actions[index];
          return (
            action && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={actions.length}
                className="absolute inset-x-0 top-0 flex items-start gap-3 border-b border-line px-5 py-3"
                style={{ transform: `translateY(${start}px)` }}
              >
                <ActionRow action={action} undoing={undoing} />
              </li>
            )
          );
        })}
      </ol>
      {children}
    </div>
  );
}

function ActionRow({ action, undoing }: { action: DeskAction; undoing: Undoing }) {
  const [isBusy, setIsBusy] = useState(false);
  const mayWrite = useMay('alerts.write');
  const { word, tone } = STATES[action.state];
  const isDone = action.state === 'DONE' && action.rowCount > 0;
  const call = isDone ? undoing.undo : undoing.redo;
  const run = async () => {
    setIsBusy(true);
    await call(action.id);
    setIsBusy(false);
  };
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="font-medium break-words text-fg">
          <Untrusted text={action.summary} max={200} expand="none" />
        </p>
        <p className="text-fg-muted">
          <DateTime value={action.at} /> ·{' '}
          <Untrusted text={action.actorName} max={80} expand="none" />
        </p>
        {action.note !== null && (
          <p className="break-words text-fg-muted">
            <Untrusted text={action.note} max={200} expand="none" />
          </p>
        )}
        {action.runs.map((run) => (
          <p key={run.startedAt + run.direction} className="text-xs text-fg-muted tabular-nums">
            <Untrusted text={runText(run)} max={400} expand="none" />
          </p>
        ))}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5">
        <Badge tone={tone}>{word}</Badge>
        {mayWrite && !action.isFinal && (isDone || action.state === 'UNDONE') && (
          <Button size="sm" disabled={isBusy} onClick={() => void run()}>
            {isDone ? 'Undo' : 'Redo'}
            <span className="sr-only">
              : <Untrusted text={action.summary} max={200} expand="none" />
            </span>
          </Button>
        )}
      </div>
    </>
  );
}
