import { type FormEvent, useId, useState } from 'react';
import { vendorAssessmentsContract } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import {
  type NewVendorInput,
  type Vendor,
  type VendorUpdateInput,
  vendorsContract,
} from '../../../shared/areas/vendors/vendors.contract.ts';
import type { RecordConflict } from '../../../shared/contract/revision.ts';
import { conflictOf, mergedText } from '../../api/conflicts.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { type TierChoice, TieringDialog } from './tiering-dialog.tsx';
import {
  bodyOf,
  changedFields,
  errorsOf,
  FORM_FIELDS,
  type FormErrors,
  type FormField,
  type FormValues,
  typedValue,
  valuesOf,
  withTheirs,
} from './vendor-form.ts';
import { VendorFormFields } from './vendor-form-fields.tsx';
import { useVendorCall } from './vendors.queries.ts';
import { VENDOR_FIELD_LABELS } from './vendors.text.ts';

function useForm(vendor: Vendor | null) {
  const [first, setFirst] = useState(() => valuesOf(vendor));
  const [values, setValues] = useState<FormValues>(first);
  const [errors, setErrors] = useState<FormErrors>({});
  return {
    values,
    errors,
    setErrors,
    changed: changedFields(values, first),
    change: (field: FormField, value: string) => {
      setValues((now) => ({ ...now, [field]: value }));
      setErrors((now) => ({ ...now, [field]: undefined }));
    },
    takeTheirs: (conflict: RecordConflict) => {
      setFirst(withTheirs(first, conflict));
      setValues(withTheirs(values, conflict));
    },
  };
}

/** A new vendor, with its tier chosen or come to by the tiering questions. */
export function AddVendorDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const form = useForm(null);
  const [isTiering, setIsTiering] = useState(false);
  const [choice, setChoice] = useState<TierChoice | null>(null);
  const create = useVendorCall(
    async (client, body: NewVendorInput) => {
      const made = await client.call(vendorsContract.create, { body });
      if (choice !== null && choice.tier === body.riskTier) {
        const { answers, tier, overrideReason } = choice;
        await client.call(vendorAssessmentsContract.tier, {
          params: { id: made.id },
          body: { answers: { ...answers }, tier, overrideReason },
        });
      }
      return made;
    },
    { done: 'Vendor created successfully', failed: 'Failed to create vendor' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const errors = errorsOf(form.values);
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) return;
    const body = { ...bodyOf(form.values, FORM_FIELDS), status: 'ACTIVE' } as NewVendorInput;
    create.mutate(body, { onSuccess: onClose });
  };
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Add Vendor"
        description="Its tier decides how often it is reviewed; its domains and software are watched for in alerts."
        size="lg"
        isDirty={form.changed.length > 0}
        footer={
          <DialogButtons
            form={formId}
            label="Add Vendor"
            pendingLabel="Adding..."
            isPending={create.isPending}
          />
        }
      >
        <form id={formId} noValidate onSubmit={submit}>
          <VendorFormFields
            values={form.values}
            errors={form.errors}
            onChange={form.change}
            tierAction={<Button onClick={() => setIsTiering(true)}>By questions</Button>}
          />
        </form>
      </Dialog>
      {isTiering && (
        <TieringDialog
          vendor={null}
          onClose={() => setIsTiering(false)}
          onTier={(chosen) => {
            setChoice(chosen);
            form.change('riskTier', chosen.tier);
            setIsTiering(false);
          }}
        />
      )}
    </>
  );
}

interface EditVendorDialogProps {
  /** As it was when the dialog opened: what others change meanwhile is merged. */
  vendor: Vendor;
  onClose: () => void;
}

export function EditVendorDialog({ vendor, onClose }: EditVendorDialogProps) {
  const formId = useId();
  const form = useForm(vendor);
  const [base, setBase] = useState(vendor.revision);
  const [conflict, setConflict] = useState<RecordConflict | null>(null);
  const update = useVendorCall(
    (client, body: VendorUpdateInput) =>
      client.call(vendorsContract.update, { params: { id: vendor.id }, body }),
    {
      done: 'Vendor updated successfully',
      more: ({ merged }) => mergedText(merged, VENDOR_FIELD_LABELS),
      failed: 'Failed to update vendor',
      isShownElsewhere: (error) => conflictOf(error) !== null,
    },
  );
  const send = (baseRevision: string) => {
    const errors = errorsOf(form.values);
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) return;
    if (form.changed.length === 0) return onClose();
    update.mutate(
      { ...bodyOf(form.values, form.changed), baseRevision },
      { onSuccess: onClose, onError: (error) => setConflict(conflictOf(error)) },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit vendor"
      description={vendor.name}
      size="lg"
      isDirty={form.changed.length > 0}
      footer={<DialogButtons form={formId} label="Save" isPending={update.isPending} />}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(base);
        }}
        className="flex flex-col gap-4"
      >
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            labels={VENDOR_FIELD_LABELS}
            shown={(_, value) => typedValue(value) || 'nothing'}
            isBusy={update.isPending}
            onKeepTheirs={() => {
              form.takeTheirs(conflict);
              setBase(conflict.revision);
              setConflict(null);
            }}
            onUseMine={() => {
              setBase(conflict.revision);
              setConflict(null);
              send(conflict.revision);
            }}
          />
        )}
        <VendorFormFields
          values={form.values}
          errors={form.errors}
          onChange={form.change}
          isTerminated={vendor.status === 'TERMINATED'}
        />
      </form>
    </Dialog>
  );
}
