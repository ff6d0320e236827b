import {
  SCOPE_LABELS,
  SCOPE_LISTS,
  type ScopeList,
  type SuppressionScope,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ScopeValues } from './scope-values.tsx';

const HINTS: Readonly<Partial<Record<ScopeList, string>>> = {
  hosts: '* stands for any characters: web-*',
  users: '* stands for any characters: svc-*',
  addresses: 'An address or a network: 10.0.5.7, 10.0.5.0/24',
  techniques: 'T1021 means its sub-techniques too',
  titleWords: 'Whole words; all of them must occur',
};

const CEILINGS = (['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const).map((value) => ({
  value: value as Severity,
  label: value === 'LOW' ? 'Low only' : `Up to ${SEVERITY_LABELS[value]}`,
}));

interface ScopeFieldsProps {
  scope: SuppressionScope;
  errors: Readonly<Record<string, string>>;
  onChange: (scope: SuppressionScope) => void;
}

/** The conditions of a rule; all that are filled in must hold. */
export function ScopeFields({ scope, errors, onChange }: ScopeFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-semibold text-fg">Scope</legend>
      <p className="text-xs text-fg-muted">
        An alert is hidden where all of these hold. Press Enter after each value.
      </p>
      {errors.scope && (
        <p role="alert" className="text-xs text-bad">
          {errors.scope}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {SCOPE_LISTS.map((list) => (
          <ScopeValues
            key={list}
            label={SCOPE_LABELS[list]}
            {...(HINTS[list] === undefined ? {} : { hint: HINTS[list] })}
            error={errors[`scope.${list}`]}
            values={scope[list]}
            onChange={(values) => onChange({ ...scope, [list]: values })}
          />
        ))}
        <Field label="Severity" isRequired error={errors['scope.maxSeverity']}>
          {(control) => (
            <Select
              {...control}
              value={scope.maxSeverity}
              options={CEILINGS}
              onValueChange={(maxSeverity) => onChange({ ...scope, maxSeverity })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}
