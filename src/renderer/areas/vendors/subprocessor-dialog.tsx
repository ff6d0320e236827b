import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  SUBPROCESSOR_NAME_MAX,
  SUBPROCESSOR_TEXT_MAX,
  type Subprocessor,
} from '../../../shared/areas/vendors/subprocessors.contract.ts';
import { type Vendor, vendorsContract } from '../../../shared/areas/vendors/vendors.contract.ts';
import { nameKey } from '../../../shared/areas/vendors/vendors.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { mergedText } from '../../api/conflicts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useVendorCall, vendorSearchQuery } from './vendors.queries.ts';
import { listFrom, VENDOR_FIELD_LABELS } from './vendors.text.ts';

const FIELDS = ['name', 'service', 'location', 'dataCategories'] as const;
type TextField = (typeof FIELDS)[number];

interface Form extends Readonly<Record<TextField, string>> {
  readonly linked: { readonly id: string; readonly name: string } | null;
}

const formOf = (one: Subprocessor | null): Form => ({
  name: one?.name ?? '',
  service: one?.service ?? '',
  location: one?.location ?? '',
  dataCategories: one?.dataCategories.join(', ') ?? '',
  linked: one?.linkedVendor ?? null,
});

/** The fields as the core takes them; of a change, only what was changed. */
function bodyOf(form: Form, first: Form | null) {
  const isSent = (field: TextField) => first === null || form[field] !== first[field];
  return {
    ...(isSent('name') ? { name: form.name } : {}),
    ...(isSent('service') ? { service: form.service } : {}),
    ...(isSent('location') ? { location: form.location } : {}),
    ...(isSent('dataCategories') ? { dataCategories: listFrom(form.dataCategories) } : {}),
    ...(first === null || form.linked?.id !== first.linked?.id
      ? { linkedVendorId: form.linked?.id ?? null }
      : {}),
  };
}

interface SubprocessorDialogProps {
  vendor: Vendor;
  /** Null notes a new one. */
  one: Subprocessor | null;
  onClose: () => void;
}

export function SubprocessorDialog({ vendor, one, onClose }: SubprocessorDialogProps) {
  const formId = useId();
  const [shown] = useState(one);
  const [first] = useState(() => formOf(shown));
  const [form, setForm] = useState(first);
  const [error, setError] = useState<string | undefined>();
  const save = useVendorCall(
    async (client, body: ReturnType<typeof bodyOf>) => {
      if (shown === null) {
        await client.call(vendorsContract.addSubprocessor, {
          params: { id: vendor.id },
          body: { ...body, name: form.name },
        });
        return [];
      }
      const { merged } = await client.call(vendorsContract.updateSubprocessor, {
        params: { id: vendor.id, subprocessorId: shown.id },
        body: { ...body, baseRevision: shown.revision },
      });
      return merged;
    },
    {
      done: shown === null ? 'Sub-processor added' : 'Sub-processor updated',
      more: (merged) => mergedText(merged, VENDOR_FIELD_LABELS),
      failed: 'The sub-processor could not be saved',
    },
  );
  const put = (patch: Partial<Form>) => {
    setForm({ ...form, ...patch });
    setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.name.trim()) return setError('Name is required');
    const body = bodyOf(form, shown === null ? null : first);
    if (Object.keys(body).length === 0) return onClose();
    save.mutate(body, { onSuccess: onClose });
  };
  const text = (field: TextField, max: number, hint?: string) => (
    <Field
      label={VENDOR_FIELD_LABELS[field] ?? field}
      hint={hint}
      isRequired={field === 'name'}
      error={field === 'name' ? error : undefined}
    >
      {(control) => (
        <Input
          {...control}
          value={form[field]}
          maxLength={max}
          autoComplete="off"
          onChange={(event) => put({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={shown === null ? 'Add sub-processor' : 'Edit sub-processor'}
      description={`Whom ${vendor.name} hands our work or data to.`}
      isDirty={Object.keys(bodyOf(form, first)).length > 0}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {text('name', SUBPROCESSOR_NAME_MAX)}
        <LinkedVendor
          vendorId={vendor.id}
          name={form.name}
          linked={form.linked}
          onLink={(linked) => put({ linked })}
        />
        {text('service', SUBPROCESSOR_TEXT_MAX, 'Hosting, support, payment')}
        {text(
          'location',
          SUBPROCESSOR_TEXT_MAX,
          'Where it works with our data: country or region.',
        )}
        {text('dataCategories', 2000, 'Names, invoices, positions; separated by commas.')}
      </form>
    </Dialog>
  );
}

interface LinkedVendorProps {
  vendorId: string;
  name: string;
  linked: Form['linked'];
  onLink: (linked: Form['linked']) => void;
}

/** Where a vendor of the registry has this name, it can be linked. */
function LinkedVendor({ vendorId, name, linked, onLink }: LinkedVendorProps) {
  const typed = name.trim();
  const { data } = useQuery({
    ...vendorSearchQuery(useClient(), typed),
    enabled: typed.length > 1 && linked === null,
  });
  if (linked !== null) {
    return (
      <p className="flex items-center gap-2 text-fg-muted">
        <span className="min-w-0 truncate">
          In the registry as{' '}
          <span className="font-medium text-fg">
            <Untrusted text={linked.name} max={80} expand="none" />
          </span>
        </span>
        <Button size="sm" variant="ghost" onClick={() => onLink(null)}>
          Unlink
        </Button>
      </p>
    );
  }
  const key = nameKey(typed);
  const found = (data ?? [])
    .filter((vendor) => vendor.id !== vendorId && nameKey(vendor.name).includes(key))
    .slice(0, 3);
  if (typed.length < 2 || found.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-fg-muted">
      In the registry:
      {found.map((vendor) => (
        <Button
          key={vendor.id}
          size="sm"
          onClick={() => onLink({ id: vendor.id, name: vendor.name })}
        >
          Link {vendor.name}
        </Button>
      ))}
    </p>
  );
}
