import { type FormEvent, useId, useState } from 'react';
import type { RiskIncidents } from '../../../shared/areas/risk/incident.contract.ts';
import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { conflictOf, mergedText } from '../../api/conflicts.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { QUANT_LABELS } from './quant.text.ts';
import type { QuantRisk } from './risk-quant-panel.tsx';
import { useRiskCall } from './risks.queries.ts';

type Scenario = RiskIncidents['scenario'];

const split = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

interface ScenarioDialogProps {
  risk: QuantRisk;
  scenario: Scenario;
  onClose: () => void;
}

interface ScenarioBody {
  techniques?: string[];
  keywords?: string[];
  exposureFrom?: string | null;
  baseRevision?: string;
}

/** By what alerts and investigations are cases of a risk, and since when they count. */
export function ScenarioDialog({ risk, scenario, onClose }: ScenarioDialogProps) {
  const formId = useId();
  const [base, setBase] = useState(scenario.revision);
  const [before, setBefore] = useState({
    techniques: scenario.techniques.join(', '),
    keywords: scenario.keywords.join(', '),
    exposureFrom: scenario.exposureFrom ?? '',
  });
  const [values, setValues] = useState(before);
  const [error, setError] = useState<string | undefined>();
  const save = useRiskCall(
    (client, body: ScenarioBody) =>
      client.call(riskQuantContract.setScenario, { params: { id: risk.id }, body }),
    {
      done: ({ merged }) =>
        ['Scenario saved', mergedText(merged, QUANT_LABELS)].filter(Boolean).join('. '),
      failed: 'Failed to save the scenario',
    },
  );
  const conflict = conflictOf(save.error);
  const body: ScenarioBody = {
    ...(values.techniques === before.techniques ? {} : { techniques: split(values.techniques) }),
    ...(values.keywords === before.keywords ? {} : { keywords: split(values.keywords) }),
    ...(values.exposureFrom === before.exposureFrom
      ? {}
      : { exposureFrom: values.exposureFrom || null }),
  };
  const isDirty = Object.keys(body).length > 0;
  const send = (revision: string | null) => {
    const wrong = split(values.techniques).find((one) => !/^T\d{4}(?:\.\d{3})?$/i.test(one));
    if (wrong !== undefined) return setError('A technique is written like T1486 or T1566.001');
    if (!isDirty) return onClose();
    save.mutate(
      { ...body, ...(revision === null ? {} : { baseRevision: revision }) },
      { onSuccess: onClose },
    );
  };
  const keepTheirs = () => {
    const theirs = Object.fromEntries(
      (conflict?.fields ?? []).map(({ field, value }) => [
        field,
        Array.isArray(value) ? value.join(', ') : String(value ?? ''),
      ]),
    );
    setValues((now) => ({ ...now, ...theirs }));
    setBefore((now) => ({ ...now, ...theirs }));
    setBase(conflict?.revision ?? base);
    save.reset();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Scenario"
      description={<Untrusted text={risk.title} max={160} expand="none" />}
      isDirty={isDirty}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(base);
        }}
      >
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            labels={QUANT_LABELS}
            isBusy={save.isPending}
            onKeepTheirs={keepTheirs}
            onUseMine={() => send(conflict.revision)}
          />
        )}
        <ScenarioFields
          values={values}
          error={error}
          onChange={(change) => {
            setError(undefined);
            setValues((now) => ({ ...now, ...change }));
          }}
        />
      </form>
    </Dialog>
  );
}

interface ScenarioValues {
  readonly techniques: string;
  readonly keywords: string;
  readonly exposureFrom: string;
}

interface ScenarioFieldsProps {
  values: ScenarioValues;
  /** Of the techniques. */
  error: string | undefined;
  onChange: (change: Partial<ScenarioValues>) => void;
}

function ScenarioFields({ values, error, onChange }: ScenarioFieldsProps) {
  return (
    <>
      <Field
        label="ATT&CK techniques"
        hint="Separated by commas, like T1486, T1566. A technique counts with its sub-techniques."
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={values.techniques}
            onChange={(event) => onChange({ techniques: event.target.value })}
          />
        )}
      </Field>
      <Field label="Keywords" hint="Separated by commas; one of them in a title or text is enough.">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={values.keywords}
            onChange={(event) => onChange({ keywords: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Counted since"
        hint="The first day on which a case would have been seen. Empty is the day the risk was recorded."
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            value={values.exposureFrom}
            onChange={(event) => onChange({ exposureFrom: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** A case that no alert and no investigation tells of. */
export function AddCaseDialog({ riskId, onClose }: { riskId: string; onClose: () => void }) {
  const formId = useId();
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<{ day?: string; note?: string }>({});
  const add = useRiskCall(
    (client, body: { day: string; note: string }) =>
      client.call(riskQuantContract.addCase, { params: { id: riskId }, body }),
    { done: 'Case added', failed: 'Failed to add the case' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(day === '' ? { day: 'Day is required' } : {}),
      ...(note.trim() === '' ? { note: 'Note is required' } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) add.mutate({ day, note }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add case"
      description="A case of this risk that no alert and no investigation tells of."
      size="sm"
      isDirty={day !== '' || note !== ''}
      footer={<DialogButtons form={formId} label="Add case" isPending={add.isPending} />}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Day" isRequired error={errors.day}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={day}
              onChange={(event) => {
                setDay(event.target.value);
                setErrors({});
              }}
            />
          )}
        </Field>
        <Field label="Note" isRequired error={errors.note}>
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={1000}
              onChange={(event) => {
                setNote(event.target.value);
                setErrors({});
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
