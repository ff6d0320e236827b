import { type FormEvent, useId, useState } from 'react';
import {
  type EvidenceDetail,
  evidenceContract,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import {
  EVIDENCE_TITLE_MAX,
  EVIDENCE_TYPE_LABELS,
  EVIDENCE_TYPES,
} from '../../../shared/areas/evidence/evidence.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useEvidenceChange } from './evidence.queries.ts';
import { dayToIso, isoToDay } from './evidence.text.ts';
import { type About, EvidenceAbout } from './evidence-about.tsx';

const TYPE_OPTIONS = EVIDENCE_TYPES.map((value) => ({
  value,
  label: EVIDENCE_TYPE_LABELS[value],
}));

interface EditDialogProps {
  evidence: EvidenceDetail;
  onClose: () => void;
}

function firstAbout(evidence: EvidenceDetail): About {
  return {
    description: evidence.description ?? '',
    source: evidence.source ?? '',
    filePath: '',
    periodStart: isoToDay(evidence.periodStart),
    periodEnd: isoToDay(evidence.periodEnd),
    expires: isoToDay(evidence.expirationDate),
  };
}

/** A day that was not touched keeps its time. */
function timeOf(day: string, before: string | null, at: 'start' | 'end'): string | null {
  return day === isoToDay(before) ? before : dayToIso(day, at);
}

/** What is said about evidence; its file never changes, a new one is a revision. */
export function EditDialog({ evidence, onClose }: EditDialogProps) {
  const formId = useId();
  const { toast } = useToast();
  const [title, setTitle] = useState(evidence.title);
  const [type, setType] = useState(
    EVIDENCE_TYPES.find((one) => one === evidence.type) ?? 'DOCUMENT',
  );
  const [about, setAbout] = useState(() => firstAbout(evidence));
  const [errors, setErrors] = useState<{ title?: string; period?: string }>({});
  const [isTouched, setIsTouched] = useState(false);
  const save = useEvidenceChange(
    (client, _: null) =>
      client.call(evidenceContract.update, {
        params: { id: evidence.id },
        body: {
          title,
          type,
          description: about.description || null,
          source: about.source || null,
          periodStart: timeOf(about.periodStart, evidence.periodStart, 'start'),
          periodEnd: timeOf(about.periodEnd, evidence.periodEnd, 'end'),
          expirationDate: timeOf(about.expires, evidence.expirationDate, 'end'),
        },
      }),
    {
      onSuccess: () => {
        toast({ title: 'Success', description: 'Evidence updated' });
        onClose();
      },
      onError: useErrorToast(),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!title.trim()) return setErrors({ title: 'Title is required' });
    if (about.periodStart && about.periodEnd && about.periodStart > about.periodEnd)
      return setErrors({ period: 'The period must begin before it ends' });
    save.mutate(null);
  };
  const touching = <V,>(set: (value: V) => void) => {
    return (value: V) => {
      set(value);
      setIsTouched(true);
      setErrors({});
    };
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Evidence"
      description="A change of type, period or expiry asks for a new review."
      isDirty={isTouched}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Title" isRequired error={errors.title}>
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={EVIDENCE_TITLE_MAX}
              onChange={(event) => touching(setTitle)(event.target.value)}
            />
          )}
        </Field>
        <Field label="Type" isRequired>
          {(control) => (
            <Select
              {...control}
              value={type}
              options={TYPE_OPTIONS}
              onValueChange={touching(setType)}
            />
          )}
        </Field>
        <EvidenceAbout
          about={about}
          onChange={touching(setAbout)}
          periodError={errors.period}
          hasFile
        />
      </form>
    </Dialog>
  );
}
