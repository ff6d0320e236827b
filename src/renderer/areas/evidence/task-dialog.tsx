import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type {
  CollectionRun,
  CollectionTask,
} from '../../../shared/areas/evidence/collection.contract.ts';
import {
  CADENCE_LABELS,
  COLLECTOR_LABELS,
  COLLECTOR_NOTES,
  RUN_OUTCOME_LABELS,
} from '../../../shared/areas/evidence/collection.rules.ts';
import { EVIDENCE_TYPE_LABELS } from '../../../shared/areas/evidence/evidence.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { runsQuery } from './collection.queries.ts';
import { DueCell, taskActions } from './schedule-columns.tsx';
import type { TaskAction } from './task-dialogs.tsx';

interface TaskDialogProps {
  /** Null shows nothing. */
  task: CollectionTask | null;
  onClose: () => void;
  onAction: (action: TaskAction) => void;
}

/** A task with what it collected, as its address names it. */
export function TaskDialog({ task, onClose, onAction }: TaskDialogProps) {
  const mayWrite = useMay('evidence.write');
  if (task === null) return null;
  const [first, ...others] = taskActions(task, onAction);
  return (
    <Dialog
      open
      onClose={onClose}
      title={task.title}
      description={COLLECTOR_NOTES[task.collector]}
      size="lg"
      footer={
        mayWrite && (
          <>
            {others.map(({ label, onSelect }) => (
              <Button key={label} onClick={onSelect}>
                {label}
              </Button>
            ))}
            {first && (
              <Button variant="primary" onClick={first.onSelect}>
                {first.label}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Facts task={task} />
        <Controls task={task} />
        <Runs taskId={task.id} />
      </div>
    </Dialog>
  );
}

function Facts({ task }: { task: CollectionTask }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      <Fact term="Next due">
        <DueCell task={task} />
      </Fact>
      <Fact term="Cadence">{CADENCE_LABELS[task.cadence]}</Fact>
      <Fact term="Collected">{COLLECTOR_LABELS[task.collector]}</Fact>
      <Fact term="Type">{EVIDENCE_TYPE_LABELS[task.type]}</Fact>
      <Fact term="Valid">
        {task.validityDays === null ? 'For ever' : `${task.validityDays.toLocaleString()} days`}
      </Fact>
      <Fact term="Owner">
        {task.ownerName === null ? 'Nobody' : <Untrusted text={task.ownerName} max={80} />}
      </Fact>
      {task.description !== '' && (
        <Fact term="Description">
          <Untrusted text={task.description} newlines="keep" />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{term}</dt>
      <dd className="min-w-0 text-fg">{children}</dd>
    </>
  );
}

function Controls({ task }: { task: CollectionTask }) {
  if (task.controls.length === 0) return null;
  return (
    <section aria-label="Controls that it proves">
      <h3 className="mb-1 text-sm font-semibold text-fg">Controls that it proves</h3>
      <ul className="flex flex-col gap-1">
        {task.controls.map((control) => (
          <li key={control.id} className="truncate">
            <Link
              to={`/compliance?tab=controls&control=${control.id}`}
              className="text-accent-text hover:underline"
            >
              <Untrusted text={control.controlId} max={64} expand="none" />
            </Link>{' '}
            <Untrusted text={control.title} max={100} expand="none" />{' '}
            <span className="text-xs text-fg-muted">
              <Untrusted text={control.framework} max={60} expand="none" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Runs({ taskId }: { taskId: string }) {
  const runs = useQuery(runsQuery(useClient(), taskId));
  return (
    <section aria-label="Runs">
      <h3 className="mb-1 text-sm font-semibold text-fg">Runs</h3>
      {runs.isPending && <Skeleton className="h-16 w-full" />}
      {runs.isError && (
        <ErrorState
          title="The runs could not be loaded"
          error={runs.error}
          onRetry={() => void runs.refetch()}
        />
      )}
      {runs.data?.length === 0 && <p className="text-fg-muted">It has not run yet.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {runs.data?.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function RunRow({ run }: { run: CollectionRun }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <Badge
        tone={run.outcome === 'COLLECTED' ? 'ok' : run.outcome === 'FAILED' ? 'bad' : 'neutral'}
      >
        {RUN_OUTCOME_LABELS[run.outcome]}
      </Badge>
      <span className="min-w-0 flex-1">
        {run.evidenceId !== null && (
          <Link
            to={`/evidence?evidence=${run.evidenceId}`}
            className="text-accent-text hover:underline"
          >
            <Untrusted text={run.evidenceTitle ?? 'Evidence'} max={100} expand="none" />
          </Link>
        )}
        {run.message !== null && (
          <span className="block text-xs text-fg-muted">
            <Untrusted text={run.message} max={300} />
          </span>
        )}
      </span>
      <span className="text-xs text-fg-muted">
        <Untrusted text={run.actorName} max={60} expand="none" />, <DateTime value={run.ranAt} />{' '}
        (due {run.due})
      </span>
    </li>
  );
}
