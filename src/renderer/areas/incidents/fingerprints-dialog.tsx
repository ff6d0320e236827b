import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SourceFingerprint } from '../../../shared/areas/incidents/groups.contract.ts';
import {
  DEFAULT_FINGERPRINT,
  EVERY_SOURCE,
  FINGERPRINT_FIELD_LABELS,
  FINGERPRINT_FIELDS,
  type FingerprintField,
} from '../../../shared/areas/incidents/groups.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import {
  fingerprintPreviewQuery,
  fingerprintsQuery,
  useChangeFingerprint,
} from './groups.queries.ts';

const nameOf = (source: string) => (source === EVERY_SOURCE ? 'Every other source' : source);
const sameFields = (a: readonly FingerprintField[], b: readonly FingerprintField[]) =>
  a.length === b.length && a.every((field) => b.includes(field));

/** Which fields make a repeat, by source, with what a change would make of the newest alerts. */
export function FingerprintsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(fingerprintsQuery(useClient()));
  const [source, setSource] = useState(EVERY_SOURCE);
  const [fields, setFields] = useState<readonly FingerprintField[] | null>(null);
  const mayWrite = useMay('alerts.write');
  const rule = data?.find((one) => one.source === source);
  const chosen = fields ?? rule?.fields ?? DEFAULT_FINGERPRINT;
  const isChanged = rule !== undefined && !sameFields(chosen, rule.fields);
  const choose = (next: string) => {
    setSource(next);
    setFields(null);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="What makes a repeat"
      description="Alerts of one source are repeats where these fields agree within a quarter of an hour."
      isDirty={isChanged}
      footer={
        <Footer
          rule={rule}
          fields={chosen}
          isChanged={isChanged && mayWrite}
          mayWrite={mayWrite}
          onSaved={() => setFields(null)}
        />
      }
    >
      {error && (
        <ErrorState
          title="The rules could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <div className="grid gap-6 md:grid-cols-2">
          <div className="flex flex-col gap-4">
            <Field label="Source">
              {(control) => (
                <Select
                  {...control}
                  value={source}
                  onValueChange={choose}
                  isDisabled={isChanged}
                  options={data.map((one) => ({
                    value: one.source,
                    label: <SourceLabel rule={one} />,
                    text: nameOf(one.source),
                  }))}
                />
              )}
            </Field>
            <FieldChoice chosen={chosen} isDisabled={!mayWrite} onChange={setFields} />
          </div>
          <Preview source={source} fields={chosen} />
        </div>
      )}
    </Dialog>
  );
}

function SourceLabel({ rule }: { rule: SourceFingerprint }) {
  return (
    <span>
      <Untrusted text={nameOf(rule.source)} max={60} expand="none" />
      {rule.isOwn && rule.source !== EVERY_SOURCE && ' (own rule)'}
    </span>
  );
}

interface FieldChoiceProps {
  chosen: readonly FingerprintField[];
  isDisabled: boolean;
  onChange: (fields: readonly FingerprintField[]) => void;
}

function FieldChoice({ chosen, isDisabled, onChange }: FieldChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-1.5" disabled={isDisabled}>
      <legend className="mb-1 text-sm font-medium text-fg">Fields that must agree</legend>
      {FINGERPRINT_FIELDS.map((field) => (
        <label key={field} className="flex items-center gap-2 text-fg">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={chosen.includes(field)}
            onChange={(event) =>
              onChange(
                FINGERPRINT_FIELDS.filter((one) =>
                  one === field ? event.target.checked : chosen.includes(one),
                ),
              )
            }
          />
          {FINGERPRINT_FIELD_LABELS[field]}
        </label>
      ))}
    </fieldset>
  );
}

function Preview({ source, fields }: { source: string; fields: readonly FingerprintField[] }) {
  const { data, error } = useQuery(
    fingerprintPreviewQuery(useClient(), { source, fields: [...fields] }),
  );
  if (fields.length === 0) {
    return <p className="text-fg-muted">Choose at least one field.</p>;
  }
  if (error) return <ErrorState title="The preview could not be made" error={error} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  const scope =
    data.alerts < data.all
      ? `the newest ${data.alerts.toLocaleString()} of ${data.all.toLocaleString()} alerts`
      : `${data.all.toLocaleString()} alerts`;
  return (
    <section aria-labelledby="fingerprint-preview" aria-live="polite">
      <h3 id="fingerprint-preview" className="text-sm font-semibold text-fg">
        Preview
      </h3>
      <p className="text-fg-muted">Of {scope}</p>
      <dl className="mt-2 grid grid-cols-2 gap-3">
        <Count label="Groups now" n={data.groupsNow} />
        <Count label="Groups then" n={data.groupsAfter} />
      </dl>
      {data.largest.length > 0 && (
        <>
          <h4 className="mt-3 text-xs text-fg-muted">Largest groups then</h4>
          <ol className="flex flex-col">
            {data.largest.map(({ title, alerts }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups of a preview have no other name
              <li key={index} className="flex items-baseline gap-2 py-0.5">
                <span className="w-14 shrink-0 text-right text-fg tabular-nums">
                  {alerts.toLocaleString()}
                </span>
                <span className="min-w-0 flex-1 truncate text-fg-muted">
                  <Untrusted text={title} max={100} expand="none" />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Count({ label, n }: { label: string; n: number }) {
  return (
    <div>
      <dt className="text-xs text-fg-muted">{label}</dt>
      <dd className="text-lg font-semibold text-fg tabular-nums">{n.toLocaleString()}</dd>
    </div>
  );
}

interface FooterProps {
  rule: SourceFingerprint | undefined;
  fields: readonly FingerprintField[];
  isChanged: boolean;
  mayWrite: boolean;
  onSaved: () => void;
}

function Footer({ rule, fields, isChanged, mayWrite, onSaved }: FooterProps) {
  const close = useDialogClose();
  const { mutate, isPending } = useChangeFingerprint();
  const { toast } = useToast();
  const onError = useErrorToast();
  const save = (next: FingerprintField[] | null) => {
    if (!rule) return;
    mutate(
      { source: rule.source, fields: next },
      {
        onError,
        onSuccess: () => {
          toast({ title: 'Success', description: 'Groups are being made by the new rule' });
          onSaved();
        },
      },
    );
  };
  return (
    <>
      {mayWrite && rule?.isOwn && (
        <Button disabled={isPending} onClick={() => save(null)}>
          {rule.source === EVERY_SOURCE ? 'Back to the default' : 'Remove own rule'}
        </Button>
      )}
      <Button onClick={close}>Close</Button>
      {mayWrite && (
        <Button
          variant="primary"
          disabled={!isChanged || isPending || fields.length === 0}
          onClick={() => save([...fields])}
        >
          Save rule
        </Button>
      )}
    </>
  );
}
