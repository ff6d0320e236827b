import { vendorAssessmentsContract as calls } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import type { ReassessmentDetail } from '../../../shared/areas/vendors/vendor-signals.contract.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { mergedText } from '../../api/conflicts.ts';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { useVendorCall } from './vendors.queries.ts';

const NOBODY = 'nobody';
const LABELS = { owner: 'Owner', due: 'Due', state: 'State', priority: 'Priority' };

interface ReassessmentFieldsProps {
  task: ReassessmentDetail;
  isReadOnly: boolean;
}

/** Who does it, and by when; each is saved as it is chosen. */
export function ReassessmentFields({ task, isReadOnly }: ReassessmentFieldsProps) {
  const accounts = useAccounts();
  const change = useVendorCall(
    (client, fields: { owner?: string | null; due?: string | null }) =>
      client.call(calls.updateReassessment, {
        params: { id: task.id },
        body: { ...fields, baseRevision: task.revision },
      }),
    {
      done: 'Reassessment updated',
      more: ({ merged }) => mergedText(merged ?? [], LABELS),
      failed: 'Failed to update reassessment',
    },
  );
  if (isReadOnly) {
    return (
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-fg-muted">Owner</dt>
        <dd className="text-fg">{task.ownerName ?? <NoFigure />}</dd>
        <dt className="text-fg-muted">Due</dt>
        <dd className="text-fg tabular-nums">{task.due ?? <NoFigure />}</dd>
      </dl>
    );
  }
  const owners = [
    { value: NOBODY, label: 'Nobody yet' },
    ...accounts.all
      .filter(({ id, deactivatedAt }) => deactivatedAt === null || id === task.owner)
      .map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Owner">
        {(control) => (
          <Select
            {...control}
            value={task.owner ?? NOBODY}
            options={owners}
            isDisabled={change.isPending}
            onValueChange={(value) => change.mutate({ owner: value === NOBODY ? null : value })}
          />
        )}
      </Field>
      <Field label="Due">
        {(control) => (
          <Input
            {...control}
            key={task.due}
            type="date"
            defaultValue={task.due ?? ''}
            onBlur={({ target }) => {
              if (target.value !== (task.due ?? '')) change.mutate({ due: target.value || null });
            }}
          />
        )}
      </Field>
    </div>
  );
}
