import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Suppression } from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  SUPPRESSION_NAME_MAX,
  SUPPRESSION_TEXT_MAX,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import type { SuppressionScope } from '../../../shared/areas/suppression/suppression.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { controlSuggestionsQuery } from './suppressions.queries.ts';

export interface RuleDraft {
  readonly name: string;
  readonly scope: SuppressionScope;
  readonly owner: string;
  readonly reason: string;
  readonly controlId: string | null;
  readonly hidesCritical: boolean;
}

interface RuleFieldsProps {
  draft: RuleDraft;
  errors: Readonly<Record<string, string>>;
  /** Of the alert that the rule begins with: what a control is suggested by, besides the scope. */
  techniques?: readonly string[];
  /** The control that a rule names now, also where it is no suggestion. */
  control?: Suppression['control'];
  /** Beneath the reason: what only a new rule is asked for. */
  children?: ReactNode;
  onChange: (change: Partial<RuleDraft>) => void;
}

export function RuleFields(props: RuleFieldsProps) {
  const { draft, errors, onChange } = props;
  const { all } = useAccounts();
  const owners = all
    .filter(({ id, deactivatedAt }) => deactivatedAt === null || id === draft.owner)
    .map((account) => ({ value: account.id, label: accountName(account) }));
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Field label="Name" isRequired error={errors.name}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={SUPPRESSION_NAME_MAX}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <ScopeFields
        scope={draft.scope}
        errors={errors}
        onChange={(scope) => onChange({ scope, hidesCritical: false })}
      />
      {draft.scope.maxSeverity === 'CRITICAL' && (
        <Check
          label="Critical alerts of this scope are to be hidden, too"
          error={errors.hidesCritical}
          isChecked={draft.hidesCritical}
          onChange={(hidesCritical) => onChange({ hidesCritical })}
        />
      )}
      <Field label="Reason" isRequired error={errors.reason}>
        {(control) => (
          <Textarea
            {...control}
            value={draft.reason}
            maxLength={SUPPRESSION_TEXT_MAX}
            onChange={(event) => onChange({ reason: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Owner" isRequired error={errors.owner}>
          {(control) => (
            <Select
              {...control}
              value={draft.owner}
              options={owners}
              onValueChange={(owner) => onChange({ owner })}
            />
          )}
        </Field>
        {props.children}
      </div>
      <ControlField {...props} />
    </div>
  );
}

/** Controls that fit, and the one to propose: null where nothing says that one fits. */
export function useControlChoice(draft: RuleDraft, techniques: readonly string[] = []) {
  const asked = [...new Set([...draft.scope.techniques, ...techniques])];
  const { data = [], isSuccess } = useQuery({
    ...controlSuggestionsQuery(useClient(), asked),
    placeholderData: keepPreviousData,
  });
  const best = data.find(({ why }) => why !== '');
  return { controls: data, isNone: isSuccess && data.length === 0, proposed: best?.id ?? null };
}

function ControlField({ draft, errors, techniques, control, onChange }: RuleFieldsProps) {
  const { controls, isNone, proposed } = useControlChoice(draft, techniques);
  const [named, setNamed] = useState<string | null>(null);
  const known = controls.map(({ id, ref, title, framework, why }) => ({
    value: id,
    label: `${ref} ${title} (${framework}${why === '' ? '' : `: ${why}`})`,
  }));
  // What a rule names, or a person chose, stays an option while the proposals change with the scope.
  const value = draft.controlId ?? (control === undefined ? proposed : null);
  const kept =
    control && value === control.id ? `${control.ref} ${control.title}` : (named ?? 'As chosen');
  const isListed = value === null || known.some((option) => option.value === value);
  const options = isListed ? known : [{ value, label: kept }, ...known];
  return (
    <Field
      label="Exception of control"
      isRequired={!isNone}
      error={errors.controlId}
      hint="The control that no longer sees what is hidden: the rule is shown there as an exception"
    >
      {(field) => (
        <Select
          {...field}
          value={value ?? ''}
          placeholder={isNone ? 'This workspace has no control yet' : 'Control not named yet'}
          isDisabled={isNone && isListed}
          options={options}
          onValueChange={(id) => {
            setNamed(options.find((option) => option.value === id)?.label ?? null);
            onChange({ controlId: id });
          }}
        />
      )}
    </Field>
  );
}

interface CheckProps {
  label: ReactNode;
  error?: string | undefined;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function Check({ label, error, isChecked, onChange }: CheckProps) {
  return (
    <div className="flex flex-col gap-1">
      <label className="flex items-start gap-2 text-fg">
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        {label}
      </label>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
