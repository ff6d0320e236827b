import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ImportPreview } from '../../../../shared/areas/alerts/imports.contract.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../../shared/kernel/severity.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import {
  checkMapping,
  FIELD_LABELS,
  MAPPING_ORDER,
  type MappingDraft,
  withField,
  withoutWord,
  withWord,
} from './import.mapping.ts';
import type { ImportForm } from './use-import-form.ts';

/** No field of a file is called this: it holds a NUL. */
const NONE = '\0none';
const SAMPLE_CHARS = 40;
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

/** Which field of the file is which of an alert, and what its words of severity mean. */
export function ImportMappingStep({ form, preview }: { form: ImportForm; preview: ImportPreview }) {
  const { draft } = form;
  const checked = checkMapping(draft);
  const set = (next: MappingDraft) => form.change({ draft: next });
  return (
    <section aria-labelledby="import-mapping" className="flex flex-col gap-4">
      <div>
        <h3 id="import-mapping" className="text-sm font-semibold text-fg">
          Fields
        </h3>
        <p className="text-fg-muted">
          This format has no fixed fields. Say which field of the file is which of an alert.
        </p>
        {checked.type === 'incomplete' && (
          <p role="alert" className="text-bad">
            {checked.why}
          </p>
        )}
      </div>
      <FieldChoices draft={draft} fields={preview.fields} onChange={set} />
      <SeverityWords draft={draft} onChange={set} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Severity where none is found">
          {(control) => (
            <Select
              {...control}
              value={draft.defaultSeverity}
              options={SEVERITY_OPTIONS}
              onValueChange={(defaultSeverity) => set({ ...draft, defaultSeverity })}
            />
          )}
        </Field>
        <Field label="Source where none is found">
          {(control) => (
            <Input
              {...control}
              value={draft.defaultSource}
              maxLength={200}
              onChange={(event) => set({ ...draft, defaultSource: event.target.value })}
            />
          )}
        </Field>
      </div>
    </section>
  );
}

interface PartProps {
  draft: MappingDraft;
  onChange: (draft: MappingDraft) => void;
}

function FieldChoices(props: PartProps & { fields: ImportPreview['fields'] }) {
  const { draft, fields, onChange } = props;
  const options = [
    {
      value: NONE,
      label: <span className="text-fg-muted">Not in the file</span>,
      text: 'Not in the file',
    },
    ...fields.map(({ field, sample }) => ({
      value: field,
      text: field,
      label: (
        <>
          <Untrusted text={field} max={60} expand="none" />{' '}
          <span className="text-xs text-fg-faint">
            <Untrusted text={sample} max={SAMPLE_CHARS} expand="none" />
          </span>
        </>
      ),
    })),
  ];
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {MAPPING_ORDER.map((field) => (
        <Field key={field} label={FIELD_LABELS[field]} isRequired={field === 'title'}>
          {(control) => (
            <Select
              {...control}
              value={draft.fields[field] ?? NONE}
              options={withChosen(options, draft.fields[field])}
              onValueChange={(value) =>
                onChange(withField(draft, field, value === NONE ? null : value))
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}

type Options = { value: string; text: string; label: React.ReactNode }[];

/** A field that the head of the file does not show can still be the one that was chosen. */
function withChosen(options: Options, chosen: string | undefined): Options {
  if (chosen === undefined || options.some((option) => option.value === chosen)) return options;
  return [
    ...options,
    { value: chosen, text: chosen, label: <Untrusted text={chosen} max={60} expand="none" /> },
  ];
}

function SeverityWords({ draft, onChange }: PartProps) {
  const [word, setWord] = useState('');
  const add = () => {
    onChange(withWord(draft, word, draft.defaultSeverity));
    setWord('');
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-fg">What the words of severity mean</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(draft.severities).map(([text, severity]) => (
          <div
            key={text}
            className="flex items-center gap-2 rounded-md border border-line py-1 pr-1 pl-2.5"
          >
            <span className="max-w-40 min-w-0 truncate font-mono text-xs">
              <Untrusted text={text} max={40} expand="none" />
            </span>
            <div className="w-28 shrink-0">
              <Select
                label={`Severity of ${text}`}
                value={severity}
                options={SEVERITY_OPTIONS}
                onValueChange={(next: Severity) => onChange(withWord(draft, text, next))}
              />
            </div>
            <Button
              variant="ghost"
              size="sm"
              label={`Remove ${text}`}
              icon={<X aria-hidden />}
              onClick={() => onChange(withoutWord(draft, text))}
            />
          </div>
        ))}
      </div>
      <div className="flex max-w-sm gap-2">
        <Input
          value={word}
          aria-label="Word of severity in the file"
          placeholder="Another word, e.g., sev1"
          onChange={(event) => setWord(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button icon={<Plus aria-hidden />} disabled={!word.trim()} onClick={add}>
          Add word
        </Button>
      </div>
    </fieldset>
  );
}
