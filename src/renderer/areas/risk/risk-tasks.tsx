import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type RiskDetail, risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import type { RiskTask } from '../../../shared/areas/risk/risks.treatment.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RiskPart } from './risk-part.tsx';
import { RiskTaskDialog } from './risk-task-dialog.tsx';
import { useRiskCall } from './risks.queries.ts';
import { countText } from './risks.text.ts';

type Asking =
  | { readonly type: 'add' }
  | { readonly type: 'edit' | 'remove'; readonly task: RiskTask };

/** Treatment tasks: what is to be done, by whom, by when. */
export function RiskTasks({ risk }: { risk: RiskDetail }) {
  const mayWrite = useMay('risk.write');
  const [asking, setAsking] = useState<Asking | null>(null);
  const remove = useRiskCall(
    (client, { id, reason }: { id: string; reason: string }) =>
      client.call(risksContract.removeTask, { params: { id }, body: { reason } }),
    { done: 'Task removed', failed: 'Failed to remove the task' },
  );
  const open = risk.tasks.filter(({ doneOn }) => doneOn === null).length;
  const close = () => setAsking(null);
  return (
    <RiskPart
      title="Treatment tasks"
      actions={
        <span className="flex items-center gap-2">
          {risk.tasks.length > 0 && (
            <span className="text-xs text-fg-muted">
              {open.toLocaleString()} of {countText(risk.tasks.length, 'task')} open
            </span>
          )}
          {mayWrite && (
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => setAsking({ type: 'add' })}
            >
              Add task
            </Button>
          )}
        </span>
      }
    >
      {risk.tasks.length === 0 ? (
        <p className="text-fg-muted">No task yet.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {risk.tasks.map((task) => (
            <TaskLine key={task.id} task={task} mayWrite={mayWrite} onAsk={setAsking} />
          ))}
        </ul>
      )}
      {asking?.type === 'add' && <RiskTaskDialog riskId={risk.id} task={null} onClose={close} />}
      {asking?.type === 'edit' && (
        <RiskTaskDialog riskId={risk.id} task={asking.task} onClose={close} />
      )}
      {asking?.type === 'remove' && (
        <ReasonDialog
          title="Remove task"
          description={<Untrusted text={asking.task.title} max={160} expand="none" />}
          label="Remove"
          pendingLabel="Removing..."
          isPending={remove.isPending}
          onClose={close}
          onReason={(reason) => remove.mutate({ id: asking.task.id, reason }, { onSuccess: close })}
        />
      )}
    </RiskPart>
  );
}

interface TaskLineProps {
  task: RiskTask;
  mayWrite: boolean;
  onAsk: (asking: Asking) => void;
}

function TaskLine({ task, mayWrite, onAsk }: TaskLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <TaskCheck task={task} isDisabled={!mayWrite} />
      <span className="min-w-40 flex-1 text-fg [overflow-wrap:anywhere]">
        <Untrusted text={task.title} max={300} />
      </span>
      <span className="text-xs text-fg-muted">
        {task.ownerName === null ? 'Nobody' : <Untrusted text={task.ownerName} max={60} />}
      </span>
      <TaskDate task={task} />
      {mayWrite && (
        <span className="flex">
          <Button
            size="sm"
            variant="ghost"
            icon={<Pencil aria-hidden />}
            label={`Edit ${task.title}`}
            onClick={() => onAsk({ type: 'edit', task })}
          />
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden />}
            label={`Remove ${task.title}`}
            onClick={() => onAsk({ type: 'remove', task })}
          />
        </span>
      )}
    </li>
  );
}

export function TaskDate({ task }: { task: RiskTask }) {
  if (task.doneOn !== null) return <Badge tone="ok">Done {task.doneOn}</Badge>;
  if (task.due === null) return <span className="text-xs text-fg-muted">No due date</span>;
  return (
    <span className="flex items-center gap-1.5 text-xs tabular-nums">
      {task.due}
      {task.isOverdue && <Badge tone="bad">Overdue</Badge>}
    </span>
  );
}

/** Done, or not after all. */
export function TaskCheck({ task, isDisabled }: { task: RiskTask; isDisabled: boolean }) {
  const update = useRiskCall(
    (client, done: boolean) =>
      client.call(risksContract.updateTask, { params: { id: task.id }, body: { done } }),
    { failed: 'Failed to update the task' },
  );
  return (
    <input
      type="checkbox"
      aria-label={`Done: ${task.title}`}
      checked={task.doneOn !== null}
      disabled={isDisabled || update.isPending}
      onChange={(event) => update.mutate(event.target.checked)}
      className="size-4 shrink-0 accent-(--color-accent)"
    />
  );
}
