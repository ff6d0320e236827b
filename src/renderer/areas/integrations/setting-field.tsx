import type { ShownField } from '../../../shared/areas/integrations/marketplace.contract.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

/** As the form holds it: text for everything but switches. */
export type FormValue = string | boolean;

interface SettingFieldProps {
  field: ShownField;
  value: FormValue;
  /** A secret that is kept; it is never shown. */
  isKept?: boolean;
  error?: string | undefined;
  onChange: (value: FormValue) => void;
}

/** One setting of a connector, by its kind. */
export function SettingField({ field, value, isKept = false, error, onChange }: SettingFieldProps) {
  const { kind, label, hint, isRequired, choices } = field;
  if (kind === 'switch')
    return <Switch label={label} note={hint} isOn={value === true} onChange={onChange} />;
  const text = String(value);
  return (
    <Field
      label={label}
      isRequired={isRequired && !isKept}
      error={error}
      hint={isKept ? `${hint} One is kept and shown nowhere; write another to replace it.` : hint}
    >
      {(control) => {
        if (kind === 'choice')
          return (
            <Select
              {...control}
              value={text}
              options={choices.map(([one, name]) => ({ value: one, label: name }))}
              onValueChange={onChange}
            />
          );
        if (kind === 'lines')
          return (
            <Textarea
              {...control}
              value={text}
              spellCheck={false}
              className="font-mono text-xs"
              onChange={(event) => onChange(event.target.value)}
            />
          );
        return (
          <Input
            {...control}
            type={kind === 'secret' ? 'password' : 'text'}
            inputMode={kind === 'number' ? 'decimal' : kind === 'url' ? 'url' : 'text'}
            autoComplete={kind === 'secret' ? 'new-password' : 'off'}
            spellCheck={false}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      }}
    </Field>
  );
}
