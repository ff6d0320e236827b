import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import {
  type AuditReport,
  newReportSchema,
} from '../../../shared/areas/audits/audit-reports.contract.ts';
import {
  DEFAULT_CLASSIFICATION,
  OPINION_LABELS,
  OPINIONS,
  REPORT_FORM_LABELS,
  REPORT_FORMS,
} from '../../../shared/areas/audits/audit-reports.rules.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useMakeReport } from './reports.queries.ts';

const formSchema = z.object({
  form: newReportSchema.shape.form,
  /** Empty where none is stated: a list has no null. */
  opinion: z.enum(['', ...OPINIONS]),
  conclusion: z.string(),
  classification: z.string(),
});
type FormValues = z.infer<typeof formSchema>;

const FORM_ID = 'make-report';
const FORM_OPTIONS = REPORT_FORMS.map((value) => ({ value, label: REPORT_FORM_LABELS[value] }));
const OPINION_OPTIONS = [
  { value: '', label: 'None stated' } as const,
  ...OPINIONS.map((value) => ({ value, label: OPINION_LABELS[value] })),
];

interface ReportDialogProps {
  open: boolean;
  onClose: () => void;
  auditId: string;
  /** The report made last: what it concluded stands in the fields. */
  last: AuditReport | undefined;
}

/** Asks for the form and for what only a person can say: opinion and conclusion. */
export function ReportDialog({ open, onClose, auditId, last }: ReportDialogProps) {
  const make = useMakeReport(auditId);
  const sayError = useErrorToast();
  const values: FormValues = {
    form: last?.form ?? 'PDF',
    opinion: last?.opinion ?? '',
    conclusion: last?.conclusion ?? '',
    classification: last ? (last.classification ?? '') : DEFAULT_CLASSIFICATION,
  };
  const form = useForm<FormValues>({ resolver: zodResolver(formSchema), values });
  const { errors, isDirty } = form.formState;
  const close = () => {
    form.reset(values);
    onClose();
  };
  const submit = form.handleSubmit(({ opinion, ...rest }) =>
    make.mutate(
      { ...rest, opinion: opinion === '' ? null : opinion },
      {
        onSuccess: close,
        onError: sayError,
      },
    ),
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      size="lg"
      title="Make report"
      description="Scope, controls, requests, samples, findings and evidence are read from the workspace as they are now."
      isDirty={isDirty}
      footer={<Foot isPending={make.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Form" isRequired error={errors.form?.message}>
            {(control) => (
              <Controller
                control={form.control}
                name="form"
                render={({ field }) => (
                  <Select
                    {...control}
                    value={field.value}
                    onValueChange={field.onChange}
                    options={FORM_OPTIONS}
                  />
                )}
              />
            )}
          </Field>
          <Field label="Opinion" error={errors.opinion?.message}>
            {(control) => (
              <Controller
                control={form.control}
                name="opinion"
                render={({ field }) => (
                  <Select
                    {...control}
                    value={field.value}
                    onValueChange={field.onChange}
                    options={OPINION_OPTIONS}
                  />
                )}
              />
            )}
          </Field>
        </div>
        <Field
          label="Conclusion"
          error={errors.conclusion?.message}
          hint="What the auditor concludes. Limitations are added from the records."
        >
          {(control) => <Textarea {...control} {...form.register('conclusion')} rows={6} />}
        </Field>
        <Field
          label="Classification"
          error={errors.classification?.message}
          hint="At the head of every page."
        >
          {(control) => <Input {...control} {...form.register('classification')} />}
        </Field>
      </form>
    </Dialog>
  );
}

function Foot({ isPending }: { isPending: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        {isPending ? 'Starting...' : 'Make report'}
      </Button>
    </>
  );
}
