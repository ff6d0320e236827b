import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useUpdateAudit } from './audit-actions.tsx';
import { frameworkChoicesQuery } from './audits.queries.ts';

const FORM_ID = 'audit-scope-form';

/** Frameworks, period and words of the scope. */
export function AuditScopeDialog({ audit, onClose }: { audit: Audit; onClose: () => void }) {
  const update = useUpdateAudit();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(audit.frameworks.map(({ id }) => id)),
  );
  const [scope, setScope] = useState(audit.scope ?? '');
  const [from, setFrom] = useState(audit.periodStart ?? '');
  const [to, setTo] = useState(audit.periodEnd ?? '');
  const [isChanged, setIsChanged] = useState(false);
  const isWrong = from !== '' && to !== '' && to < from;
  const change = (apply: () => void) => {
    setIsChanged(true);
    apply();
  };
  const save = () => {
    if (isWrong) return;
    const body = { scope, periodStart: from, periodEnd: to, frameworkIds: [...chosen] };
    update.mutate({ id: audit.id, ...body }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change scope"
      description="The frameworks whose controls are examined, and the period."
      isDirty={isChanged}
      footer={<Buttons isPending={update.isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="First day of the period">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={from}
              onChange={(event) => change(() => setFrom(event.target.value))}
            />
          )}
        </Field>
        <Field
          label="Last day of the period"
          error={isWrong ? 'The period must not end before it begins' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              value={to}
              onChange={(event) => change(() => setTo(event.target.value))}
            />
          )}
        </Field>
        <Field label="Scope in words" className="sm:col-span-2">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={scope}
              onChange={(event) => change(() => setScope(event.target.value))}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Frameworks chosen={chosen} onChange={(next) => change(() => setChosen(next))} />
        </div>
      </form>
    </Dialog>
  );
}

interface FrameworksProps {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Frameworks({ chosen, onChange }: FrameworksProps) {
  const { data = [], isPending } = useQuery(frameworkChoicesQuery(useClient()));
  const [typed, setTyped] = useState('');
  const shown = data
    .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-fg">
        Frameworks in scope, {chosen.size} chosen
      </legend>
      <Input
        type="search"
        aria-label="Find a framework"
        placeholder="Find a framework"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="max-h-56 overflow-y-auto rounded-md border border-line">
        {isPending && <p className="px-2.5 py-2 text-fg-muted">Loading frameworks...</p>}
        {shown.map(({ id, name, version }) => (
          <label
            key={id}
            className="flex cursor-pointer items-center gap-2.5 px-2.5 py-1.5 hover:bg-raised has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={() => toggle(id)}
              className="size-4 shrink-0 accent-(--color-accent)"
            />
            <span className="min-w-0 flex-1 truncate text-fg">
              <Untrusted text={name} max={100} expand="none" />
            </span>
            <span className="text-xs text-fg-muted">
              <Untrusted text={version} max={30} expand="none" />
            </span>
          </label>
        ))}
        {!isPending && shown.length === 0 && (
          <p className="px-2.5 py-2 text-fg-muted">No framework found</p>
        )}
      </div>
    </fieldset>
  );
}

function Buttons({ isPending }: { isPending: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        Save
      </Button>
    </>
  );
}
