import { type FormEvent, useId, useState } from 'react';
import type { SettingValues } from '../../../shared/areas/integrations/integrations.contract.ts';
import {
  marketplaceContract,
  type Offer,
  type TestAnswer,
} from '../../../shared/areas/integrations/marketplace.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { type UsedConnectorForm, useConnectorForm } from './connector-form.ts';
import { SettingField } from './setting-field.tsx';

export interface Written {
  readonly name: string;
  readonly settings: SettingValues;
  readonly secrets: Record<string, string>;
}

interface ConnectorDialogProps {
  offer: Offer;
  title: string;
  label: string;
  kept: {
    readonly name: string;
    readonly settings: SettingValues;
    readonly secrets: readonly string[];
  };
  /** Of one that exists: its kept secrets are used for a test. */
  id?: string;
  isPending: boolean;
  onSave: (written: Written) => void;
  onClose: () => void;
}

/** The settings of a connector, with a test before anything is kept. */
export function ConnectorDialog(props: ConnectorDialogProps) {
  const { offer, kept, onSave, onClose } = props;
  const formId = useId();
  const form = useConnectorForm(offer, kept);
  const isConnector = offer.kind === 'connector';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    onSave({ name: form.form.name, settings: form.settings(), secrets: form.secrets() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={props.title}
      description={offer.summary}
      isDirty={form.isDirty}
      footer={<DialogButtons form={formId} label={props.label} isPending={props.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" hint="As it stands on its card and in the history of what it brings.">
          {(control) => (
            <Input
              {...control}
              value={form.form.name}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => form.rename(event.target.value)}
            />
          )}
        </Field>
        {offer.fields.map((field) => (
          <SettingField
            key={field.name}
            field={field}
            value={form.form.values[field.name] ?? ''}
            isKept={field.kind === 'secret' && kept.secrets.includes(field.name)}
            error={form.missing.includes(field.name) ? `${field.label} is required` : undefined}
            onChange={(value) => form.put(field.name, value)}
          />
        ))}
        {isConnector && <TestPart offer={offer} form={form} id={props.id} />}
        <p className="text-xs text-fg-muted">
          Secrets are sealed on this machine, bound to the address they are given for, and shown
          nowhere again.
        </p>
      </form>
    </Dialog>
  );
}

interface TestPartProps {
  offer: Offer;
  form: UsedConnectorForm;
  id: string | undefined;
}

function TestPart({ offer, form, id }: TestPartProps) {
  const client = useClient();
  const sayError = useErrorToast();
  const [answer, setAnswer] = useState<TestAnswer | 'asking' | null>(null);
  const test = () => {
    if (!form.check()) return;
    setAnswer('asking');
    const of = id === undefined ? { connector: offer.id } : { id };
    client
      .call(marketplaceContract.test, {
        body: { ...of, settings: form.settings(), secrets: form.secrets() },
      })
      .then(setAnswer, (error: unknown) => {
        setAnswer(null);
        sayError(error);
      });
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Button onClick={test} disabled={answer === 'asking'}>
        {answer === 'asking' ? 'Testing...' : 'Test'}
      </Button>
      <p role="status" className="min-w-0 flex-1 pt-1.5 text-fg-muted [overflow-wrap:anywhere]">
        {answer !== null && answer !== 'asking' && (
          <span className={answer.isGood ? 'text-ok' : 'text-bad'}>
            <Untrusted text={answer.text} max={400} expand="none" />
          </span>
        )}
      </p>
    </div>
  );
}
