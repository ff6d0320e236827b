import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { placeOf } from '../../../shared/areas/models/address.rules.ts';
import {
  type EndpointInput,
  endpointInputSchema,
  type ModelEndpoint,
} from '../../../shared/areas/models/models.contract.ts';
import { PRESET_FACTS, PRESETS } from '../../../shared/areas/models/presets.ts';
import { MODEL_TASKS } from '../../../shared/areas/models/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useRemoveEndpoint, useSaveEndpoint } from './models.queries.ts';
import { TASK_LABELS } from './models.text.ts';

type Form = UseFormReturn<EndpointInput>;

const EMPTY: EndpointInput = {
  name: 'Local model',
  preset: 'ollama',
  baseUrl: PRESET_FACTS.ollama.baseUrl,
  apiVersion: null,
  model: '',
  taskModels: {},
  isOn: true,
  isInsecureAllowed: false,
};
const PRESET_OPTIONS = PRESETS.map((value) => ({ value, label: PRESET_FACTS[value].label }));

function toValues(endpoint: ModelEndpoint | null): EndpointInput {
  if (!endpoint) return EMPTY;
  const { id: _id, isInUse: _used, key: _key, place: _place, changedAt: _at, ...values } = endpoint;
  return values;
}

/** What stands in a field and says nothing is left out. */
const orNull = (value: unknown): unknown => (value === '' ? null : value);
const orNothing = (value: unknown): unknown => (value === '' ? undefined : value);

interface EndpointFormProps {
  /** Null: another one. */
  endpoint: ModelEndpoint | null;
  onSaved: (endpoint: ModelEndpoint) => void;
  onRemoved: () => void;
}

/** An endpoint; its key is written here and never read. */
export function EndpointForm({ endpoint, onSaved, onRemoved }: EndpointFormProps) {
  const { toast } = useToast();
  const sayError = useErrorToast();
  const save = useSaveEndpoint(endpoint?.id ?? null);
  const values = toValues(endpoint);
  const form = useForm<EndpointInput>({
    resolver: zodResolver(endpointInputSchema) as never,
    values,
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit((input) =>
    save.mutate(input, {
      onSuccess: (saved) => {
        form.reset(toValues(saved));
        // What was typed is gone from the page; a reset alone leaves the field as it is.
        form.setValue('key', undefined);
        toast({ title: 'Success', description: 'The model endpoint is saved' });
        onSaved(saved);
      },
      onError: sayError,
    }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Card
        title={endpoint ? 'Endpoint' : 'New endpoint'}
        note="Any server that speaks chat completions, also on this machine."
      >
        <div className="flex flex-col gap-5">
          <AddressFields form={form} />
          <KeyField form={form} endpoint={endpoint} />
          <TaskFields form={form} />
          <Switch
            label="Use this model"
            note="Off keeps what is set up, and calls nothing."
            isOn={form.watch('isOn') ?? true}
            onChange={(isOn) => form.setValue('isOn', isOn, { shouldDirty: true })}
          />
        </div>
        <div className="mt-5 flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
          {endpoint && <RemoveButton id={endpoint.id} onRemoved={onRemoved} />}
          {isDirty && <Button onClick={() => form.reset(values)}>Discard changes</Button>}
          <Button
            type="submit"
            variant="primary"
            disabled={save.isPending || (!isDirty && endpoint !== null)}
          >
            {save.isPending ? 'Saving...' : 'Save endpoint'}
          </Button>
        </div>
      </Card>
    </form>
  );
}

function AddressFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  const preset = form.watch('preset');
  const baseUrl = form.watch('baseUrl');
  const isInClear = /^http:/i.test(baseUrl) && placeOf(baseUrl) !== 'loopback';
  const choose = (next: typeof preset) => {
    const known = Object.values(PRESET_FACTS).map((facts) => facts.baseUrl);
    form.setValue('preset', next, { shouldDirty: true });
    if (known.includes(baseUrl))
      form.setValue('baseUrl', PRESET_FACTS[next].baseUrl, { shouldDirty: true });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Kind" hint={PRESET_FACTS[preset].note} error={errors.preset?.message}>
        {(control) => (
          <Select {...control} value={preset} options={PRESET_OPTIONS} onValueChange={choose} />
        )}
      </Field>
      <Field label="Name" isRequired error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field label="Address" isRequired error={errors.baseUrl?.message} className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            {...form.register('baseUrl')}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      {preset === 'azure' && (
        <Field label="API version" isRequired error={errors.apiVersion?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('apiVersion', { setValueAs: orNull })}
              autoComplete="off"
              placeholder="2024-10-21"
            />
          )}
        </Field>
      )}
      <Field
        label={preset === 'azure' ? 'Deployment' : 'Model'}
        isRequired
        error={errors.model?.message}
      >
        {(control) => <Input {...control} {...form.register('model')} autoComplete="off" />}
      </Field>
      {isInClear && (
        <div className="sm:col-span-2">
          <Switch
            label="Send in the clear"
            note="Without https, whoever is on the way between here and there reads the key and every text."
            isOn={form.watch('isInsecureAllowed') ?? false}
            onChange={(isOn) => form.setValue('isInsecureAllowed', isOn, { shouldDirty: true })}
          />
        </div>
      )}
    </div>
  );
}

const KEY_HINTS = {
  none: 'No key is kept.',
  set: 'A key is kept. It is shown nowhere; write another to replace it.',
  unreadable: 'The key that is kept was sealed elsewhere and cannot be read here: write it again.',
} as const;

function KeyField({ form, endpoint }: { form: Form; endpoint: ModelEndpoint | null }) {
  const { errors } = form.formState;
  const kept = endpoint?.key ?? 'none';
  const isRemoved = form.watch('key') === null;
  return (
    <Field
      label="Key"
      error={errors.key?.message}
      hint={
        isRemoved
          ? 'The key is removed when the endpoint is saved.'
          : `${KEY_HINTS[kept]} It is sealed on this machine, and removed when the address moves to another server.`
      }
    >
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            {...form.register('key', { setValueAs: orNothing })}
            type="password"
            autoComplete="new-password"
            placeholder={kept === 'set' ? 'Kept' : ''}
          />
          {kept !== 'none' && (
            <Button
              onClick={() => form.setValue('key', null, { shouldDirty: true })}
              disabled={isRemoved}
            >
              Remove key
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

function TaskFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium text-fg">
        Another model for a task{' '}
        <span className="font-normal text-fg-muted">(empty: the one above)</span>
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {MODEL_TASKS.map((task) => (
          <Field key={task} label={TASK_LABELS[task]} error={errors.taskModels?.[task]?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register(`taskModels.${task}`, { setValueAs: orNothing })}
                autoComplete="off"
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

function RemoveButton({ id, onRemoved }: { id: string; onRemoved: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { toast } = useToast();
  const sayError = useErrorToast();
  const remove = useRemoveEndpoint();
  return (
    <>
      <Button variant="ghost" className="mr-auto" onClick={() => setIsAsking(true)}>
        Remove endpoint
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove the model endpoint"
        text="The endpoint and its key are deleted. The log of calls stays."
        confirmLabel="Remove endpoint"
        tone="destructive"
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => {
              setIsAsking(false);
              onRemoved();
              toast({ title: 'Success', description: 'The model endpoint is removed' });
            },
            onError: sayError,
          })
        }
      />
    </>
  );
}
