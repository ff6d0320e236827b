import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Restriction } from '../../../../shared/areas/forensics/restriction.contract.ts';
import { accountName, useAccounts } from '../../../api/accounts.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useUser } from '../../../api/session.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { restrictionQuery, useRestriction } from './restriction.queries.ts';
import { RestrictionHistory } from './restriction-history.tsx';

interface RestrictDialogProps {
  id: string;
  onClose: () => void;
}

/** Who may see an investigation. */
export function RestrictDialog({ id, onClose }: RestrictDialogProps) {
  const found = useQuery(restrictionQuery(useClient(), id));
  if (found.isSuccess) return <Asking id={id} now={found.data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Who may see this investigation">
      {found.isPending ? (
        <Skeleton className="h-48 w-full" />
      ) : (
        <ErrorState title="It could not be loaded" error={found.error} />
      )}
    </Dialog>
  );
}

const WHO = [
  { value: 'all', label: 'Everybody whose role may' },
  { value: 'few', label: 'Only people I name' },
] as const;

const isSame = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  JSON.stringify(a === null ? null : [...a].sort()) ===
  JSON.stringify(b === null ? null : [...b].sort());

function Asking({ id, now, onClose }: RestrictDialogProps & { now: Restriction }) {
  const formId = useId();
  const me = useUser().id;
  const before = now.people?.map((person) => person.id) ?? null;
  const [who, setWho] = useState<'all' | 'few'>(before === null ? 'all' : 'few');
  const [named, setNamed] = useState<readonly string[]>(before ?? [me]);
  const [reason, setReason] = useState('');
  const [isTold, setTold] = useState(false);
  const save = useRestriction(id);
  const people = who === 'all' ? null : named;
  const isChanged = !isSame(people, before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (reason.trim() !== '' && isChanged)
      save.mutate({ people, before, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Who may see this investigation"
      description="Whoever is not named learns nothing of it: no list, search, figure, file or notification, here and on other workstations. Administrators are no exception."
      isDirty={isChanged || reason !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Save"
          isPending={save.isPending}
          isDisabled={!isChanged}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Segmented label="Who may see it" value={who} segments={WHO} onValueChange={setWho} />
        {who === 'few' && (
          <>
            <People me={me} named={named} onNamed={setNamed} />
            <p className="text-sm text-fg-muted">
              Alerts that rules made of its files leave the queue of everybody; the findings stay in
              here. Once everybody may see it, the next run of the rules makes them again.
            </p>
          </>
        )}
        <Field
          label="Reason"
          isRequired
          hint={
            who === 'few'
              ? 'Everybody who is named can read it.'
              : 'Everybody who sees the investigation can read it.'
          }
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
      <RestrictionHistory history={now.history} />
    </Dialog>
  );
}

interface PeopleProps {
  me: string;
  named: readonly string[];
  onNamed: (named: readonly string[]) => void;
}

function People({ me, named, onNamed }: PeopleProps) {
  const { all } = useAccounts();
  const people = all.filter((one) => one.deactivatedAt === null || named.includes(one.id));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-medium text-fg">People</legend>
      <ul className="flex max-h-56 flex-col overflow-y-auto rounded-md border border-line bg-sunken p-1">
        {people.map((one) => (
          <li key={one.id}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-1.5 hover:bg-raised">
              <input
                type="checkbox"
                checked={named.includes(one.id)}
                disabled={one.id === me}
                onChange={(event) =>
                  onNamed(
                    event.target.checked
                      ? [...named, one.id]
                      : named.filter((other) => other !== one.id),
                  )
                }
                className="shrink-0 accent-accent"
              />
              <span className="min-w-0 truncate">{accountName(one)}</span>
              <span className="ml-auto shrink-0 text-xs text-fg-muted">
                {one.id === me ? 'You stay named' : one.role}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
