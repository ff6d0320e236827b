import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checklist } from '../../../shared/areas/discussion/playbooks.contract.ts';
import { useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { checklistsQuery, playbooksQuery, useCheck } from './discussion.queries.ts';

const NONE = 'none';

/** The checklists of an alert: those that fit it or were begun on it, and one that is chosen. */
export function AlertChecklists({ alertId }: { alertId: string }) {
  const client = useClient();
  const { data, error, refetch } = useQuery(checklistsQuery(client, alertId));
  const playbooks = useQuery(playbooksQuery(client)).data ?? [];
  const mayWrite = useMay('alerts.write');
  const [chosenId, setChosenId] = useState(NONE);
  if (error) {
    return (
      <ErrorState
        title="The checklists could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-8 w-full" />;
  const known = new Set(data.map(({ playbook }) => playbook.id));
  const chosen = playbooks.find(({ id }) => id === chosenId && !known.has(id));
  const shown: Checklist[] = chosen
    ? [
        ...data,
        {
          playbook: chosen,
          why: null,
          steps: chosen.steps.map(({ id, text }) => ({
            ...{ stepId: id, text, by: null, at: null, isGone: false },
          })),
          done: 0,
          total: chosen.steps.length,
        },
      ]
    : data;
  const options = [
    { value: NONE, label: shown.length === 0 ? 'Choose a checklist' : 'Another checklist' },
    ...playbooks
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className="flex flex-col gap-3">
      {shown.length === 0 && !mayWrite && (
        <p className="text-fg-muted">No checklist fits this alert.</p>
      )}
      {shown.map((checklist, n) => (
        <OneChecklist
          key={checklist.playbook.id}
          alertId={alertId}
          checklist={checklist}
          isOpen={checklist.done > 0 || n === 0 || checklist.playbook.id === chosenId}
        />
      ))}
      {mayWrite && (
        <Select
          label="Add a checklist"
          value={chosen ? chosenId : NONE}
          options={options}
          onValueChange={setChosenId}
        />
      )}
    </div>
  );
}

interface OneChecklistProps {
  alertId: string;
  checklist: Checklist;
  isOpen: boolean;
}

function OneChecklist({ alertId, checklist, isOpen }: OneChecklistProps) {
  const { playbook, why, steps, done, total } = checklist;
  const { nameOf } = useAccounts();
  const mayWrite = useMay('alerts.write');
  const check = useCheck(alertId);
  const sayError = useErrorToast();
  // A tick shows at once; the answer says whether it stands.
  const isShownChecked = (stepId: string, at: string | null) =>
    check.isPending && check.variables.stepId === stepId ? check.variables.checked : at !== null;
  return (
    <details open={isOpen} className="rounded-md border border-line">
      <summary className="cursor-pointer px-2.5 py-1.5">
        <span className="font-medium text-fg">
          <Untrusted text={playbook.name} max={100} expand="none" />
        </span>{' '}
        <span className="text-fg-muted tabular-nums">
          {done} of {total}
        </span>
        {why !== null && (
          <span className="text-xs text-fg-faint">
            {' '}
            · fits <Untrusted text={why} max={60} expand="none" />
          </span>
        )}
      </summary>
      <div className="flex flex-col gap-1.5 px-2.5 pb-2">
        <Progress label={`${done} of ${total} steps done`} value={total === 0 ? 0 : done / total} />
        {playbook.summary && (
          <p className="text-xs text-fg-muted">
            <Untrusted text={playbook.summary} max={300} />
          </p>
        )}
        <ul className="flex flex-col gap-1">
          {steps.map((step) => (
            <li key={step.stepId}>
              <label className="flex items-start gap-2">
                <input
                  type="checkbox"
                  checked={isShownChecked(step.stepId, step.at)}
                  disabled={!mayWrite}
                  onChange={(event) =>
                    check.mutate(
                      {
                        ...{ playbookId: playbook.id, stepId: step.stepId },
                        checked: event.target.checked,
                      },
                      { onError: sayError },
                    )
                  }
                  className="mt-1 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className={step.at === null ? 'text-fg' : 'text-fg-muted'}>
                    <Untrusted text={step.text} max={300} />
                  </span>
                  {step.isGone && (
                    <span className="text-xs text-fg-muted"> (no longer in the checklist)</span>
                  )}
                  {step.at !== null && (
                    <span className="block text-xs text-fg-muted">
                      <Untrusted text={step.by === null ? '—' : nameOf(step.by)} max={80} />,{' '}
                      <DateTime value={step.at} />
                    </span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
