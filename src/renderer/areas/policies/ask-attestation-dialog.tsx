import { type FormEvent, useId, useState } from 'react';
import {
  attestationCalls,
  type NewAttestationRequestInput,
  newAttestationRequestSchema,
} from '../../../shared/areas/policies/attestations.contract.ts';
import {
  ATTESTING_ROLES,
  defaultStatement,
  STATEMENT_MAX,
} from '../../../shared/areas/policies/attestations.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { AttestationPolicy } from './attestation-panel.tsx';
import { usePolicyCall } from './policies.queries.ts';
import { countOf } from './policies.text.ts';

interface AskAttestationDialogProps {
  policy: AttestationPolicy;
  onClose: () => void;
}

type Errors = Readonly<Record<string, string | undefined>>;

/** Whom to ask, by when, and what they are to confirm. */
export function AskAttestationDialog({ policy, onClose }: AskAttestationDialogProps) {
  const formId = useId();
  const [roles, setRoles] = useState<ReadonlySet<string>>(new Set());
  const [accounts, setAccounts] = useState<ReadonlySet<string>>(new Set());
  const [due, setDue] = useState('');
  const [statement, setStatement] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const ask = usePolicyCall(
    (client, body: NewAttestationRequestInput) =>
      client.call(attestationCalls.ask, { params: { id: policy.id }, body }),
    { done: 'Attestation requested', failed: 'Failed to request the attestation' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { roles: [...roles], accounts: [...accounts], due, statement };
    const parsed = newAttestationRequestSchema.safeParse(body);
    const issues = parsed.success ? [] : parsed.error.issues;
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    if (parsed.success) ask.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Request attestation"
      description={<Untrusted text={`${policy.title}, version ${policy.version}`} expand="none" />}
      isDirty={roles.size + accounts.size > 0 || due !== '' || statement !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Request"
          pendingLabel="Requesting..."
          isPending={ask.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Audience
          roles={roles}
          accounts={accounts}
          onRoles={setRoles}
          onAccounts={setAccounts}
          error={errors.roles ?? errors.accounts}
        />
        <Field label="Due" error={errors.due} hint="Empty: whenever they get to it.">
          {(control) => (
            <Input
              {...control}
              type="date"
              className="max-w-48"
              value={due}
              onChange={(event) => setDue(event.target.value)}
            />
          )}
        </Field>
        <Field label="What they confirm" error={errors.statement}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={statement}
              maxLength={STATEMENT_MAX}
              placeholder={defaultStatement(policy.title, policy.version)}
              onChange={(event) => setStatement(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

interface AudienceProps {
  roles: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
  onRoles: (roles: ReadonlySet<string>) => void;
  onAccounts: (accounts: ReadonlySet<string>) => void;
  error: string | undefined;
}

const toggled = (set: ReadonlySet<string>, one: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
};

function Audience({ roles, accounts, onRoles, onAccounts, error }: AudienceProps) {
  const { all } = useAccounts();
  const [typed, setTyped] = useState('');
  const active = all.filter(
    ({ role, deactivatedAt }) =>
      deactivatedAt === null && (ATTESTING_ROLES as readonly string[]).includes(role),
  );
  const sum = active.filter(({ id, role }) => roles.has(role) || accounts.has(id)).length;
  const found = active.filter(({ id, ...account }) =>
    `${accountName(account)} ${account.email}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium text-fg">Whom to ask</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {ATTESTING_ROLES.map((role) => (
          <Check
            key={role}
            label={`${role} (${active.filter((account) => account.role === role).length})`}
            isChecked={roles.has(role)}
            onChange={() => onRoles(toggled(roles, role))}
          />
        ))}
      </div>
      <Field label="And these accounts">
        {(control) => (
          <Input
            {...control}
            placeholder="Find an account..."
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ScrollRegion
        label="Accounts"
        className="max-h-36 rounded-md border border-line bg-sunken px-2.5 py-1.5"
      >
        {found.length === 0 && <p className="text-fg-muted">No account found.</p>}
        {found.map((account) => (
          <Check
            key={account.id}
            label={
              <>
                <Untrusted text={accountName(account)} max={60} expand="none" />
                <span className="text-fg-muted"> · {account.role}</span>
              </>
            }
            isChecked={accounts.has(account.id)}
            onChange={() => onAccounts(toggled(accounts, account.id))}
          />
        ))}
      </ScrollRegion>
      <p
        role="status"
        className={error === undefined ? 'text-xs text-fg-muted' : 'text-xs text-bad'}
      >
        {error ?? `${countOf(sum, 'account is', 'accounts are')} asked.`}
      </p>
    </fieldset>
  );
}

interface CheckProps {
  label: React.ReactNode;
  isChecked: boolean;
  onChange: () => void;
}

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-(--color-accent)"
        checked={isChecked}
        onChange={onChange}
      />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
