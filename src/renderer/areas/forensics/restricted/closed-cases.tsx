/** Restricted investigations that an administrator may not see: how many, and who is named in them. */
import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { ClosedCase } from '../../../../shared/areas/forensics/restriction.contract.ts';
import { accountName, useAccounts } from '../../../api/accounts.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { closedCasesQuery, useNameFurther } from './restriction.queries.ts';

const countOf = (n: number): string =>
  n === 1 ? '1 restricted investigation' : `${n.toLocaleString()} restricted investigations`;

export function ClosedCases() {
  const mayManage = useMay('accounts.manage');
  const cases = useQuery({ ...closedCasesQuery(useClient()), enabled: mayManage }).data ?? [];
  const [isOpen, setOpen] = useState(false);
  if (cases.length === 0) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="self-start"
        icon={<LockKeyhole aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {countOf(cases.length)} you are not named in
      </Button>
      {isOpen && <ClosedDialog cases={cases} onClose={() => setOpen(false)} />}
    </>
  );
}

function ClosedDialog({ cases, onClose }: { cases: readonly ClosedCase[]; onClose: () => void }) {
  const [naming, setNaming] = useState<ClosedCase | null>(null);
  if (naming !== null) return <NameFurther one={naming} onClose={() => setNaming(null)} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={countOf(cases.length)}
      description="What they are about is shown to the people named alone. Where one of them has left, name a further person."
    >
      <ul className="flex flex-col gap-2">
        {cases.map((one) => (
          <li key={one.id} className="flex items-center gap-3 rounded-md border border-line p-3">
            <div className="min-w-0 flex-1">
              <p className="text-fg">{peopleOf(one)}</p>
              <p className="text-xs text-fg-muted">
                Opened <DateTime value={one.openedAt} />
              </p>
            </div>
            <Button size="sm" onClick={() => setNaming(one)}>
              Name a person
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const peopleOf = ({ people }: ClosedCase): string =>
  people.length === 0
    ? 'Nobody who has an account'
    : people.map(({ name, isActive }) => (isActive ? name : `${name} (no account)`)).join(', ');

function NameFurther({ one, onClose }: { one: ClosedCase; onClose: () => void }) {
  const formId = useId();
  const { all } = useAccounts();
  const offered = all
    .filter(
      ({ id, deactivatedAt }) =>
        deactivatedAt === null && !one.people.some((person) => person.id === id),
    )
    .map((account) => ({ value: account.id, label: accountName(account) }));
  const [person, setPerson] = useState(offered[0]?.value ?? '');
  const [reason, setReason] = useState('');
  const [isTold, setTold] = useState(false);
  const save = useNameFurther(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (reason.trim() !== '' && person !== '')
      save.mutate({ id: one.id, person, reason: reason.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Name a further person"
      description={`Named until now: ${peopleOf(one)}. All of them are told, with your reason.`}
      isDirty={reason !== ''}
      footer={<DialogButtons form={formId} label="Name" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Person" isRequired>
          {(control) => (
            <Select {...control} value={person} options={offered} onValueChange={setPerson} />
          )}
        </Field>
        <Field
          label="Reason"
          isRequired
          error={isTold && reason.trim() === '' ? 'Reason is required' : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
