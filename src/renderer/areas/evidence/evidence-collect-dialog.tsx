import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import {
  EVIDENCE_TITLE_MAX,
  EVIDENCE_TYPE_LABELS,
  EVIDENCE_TYPES,
  type EvidenceType,
  guessType,
  safeFileName,
  titleFromName,
} from '../../../shared/areas/evidence/evidence.rules.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ControlPicker } from './control-picker.tsx';
import { dayToIso } from './evidence.text.ts';
import { EMPTY_ABOUT, EvidenceAbout } from './evidence-about.tsx';
import { ChooseFiles, type Sending, SendingRow, useSendings } from './evidence-uploads.tsx';

const TYPE_OPTIONS = EVIDENCE_TYPES.map((value) => ({
  value,
  label: EVIDENCE_TYPE_LABELS[value],
}));

/** What is said of one file (or of the evidence without one, under ''). */
interface Said {
  readonly title: string;
  readonly type: EvidenceType;
}

const proposed = (name: string): Said => {
  const safe = safeFileName(name);
  return { title: titleFromName(safe), type: guessType(safe) };
};

interface CollectDialogProps {
  files: readonly HostFile[];
  onClose: () => void;
}

/** New evidence: one piece a file, with what they have in common said once; or one without a file. */
export function CollectDialog({ files, onClose }: CollectDialogProps) {
  const formId = useId();
  const form = useCollectForm(files, onClose);
  const { sendings, isPending } = form;
  const waiting = sendings.all.filter(({ state }) => state.phase !== 'stored').length;
  const count = sendings.all.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Collect Evidence"
      description="Each file is hashed while it arrives, stored encrypted and read back."
      size="lg"
      isDirty={count > 0 || form.isTouched}
      footer={
        <>
          {waiting > 0 && (
            <p aria-live="polite" className="mr-auto text-xs text-fg-muted">
              {waiting === 1 ? 'One file is' : `${waiting} files are`} not stored yet.
            </p>
          )}
          <DialogButtons
            form={formId}
            label={count > 1 ? `Collect ${count} items` : 'Collect'}
            pendingLabel="Collecting..."
            isPending={isPending}
            isDisabled={waiting > 0}
          />
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <ul aria-label="Files" className="flex flex-col gap-3 empty:hidden">
          {sendings.all.map((sending) => (
            <li key={sending.key} className="flex flex-col gap-2 rounded-md border border-line p-3">
              <SendingRow sending={sending} sendings={sendings} />
              <TitleAndType
                said={form.saidOf(sending)}
                error={form.errors[sending.key]}
                onChange={(said) => form.say(sending.key, said)}
              />
            </li>
          ))}
        </ul>
        <ChooseFiles sendings={sendings} />
        {count === 0 && (
          <TitleAndType
            said={form.saidOf(null)}
            error={form.errors['']}
            onChange={(said) => form.say('', said)}
          />
        )}
        <EvidenceAbout
          about={form.about}
          onChange={form.setAbout}
          periodError={form.errors.period}
          hasFile={count > 0}
        />
        <ControlPicker chosen={form.controls} known={[]} onChange={form.setControls} />
      </form>
    </Dialog>
  );
}

interface TitleAndTypeProps {
  said: Said;
  error: string | undefined;
  onChange: (said: Said) => void;
}

function TitleAndType({ said, error, onChange }: TitleAndTypeProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <Field label="Title" isRequired error={error}>
        {(control) => (
          <Input
            {...control}
            value={said.title}
            maxLength={EVIDENCE_TITLE_MAX}
            autoComplete="off"
            onChange={(event) => onChange({ ...said, title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Type" isRequired>
        {(control) => (
          <Select
            {...control}
            value={said.type}
            options={TYPE_OPTIONS}
            onValueChange={(type) => onChange({ ...said, type })}
          />
        )}
      </Field>
    </div>
  );
}

function useCollectForm(files: readonly HostFile[], onClose: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const { toast } = useToast();
  const onError = useErrorToast();
  const sendings = useSendings(files);
  const [said, setSaid] = useState<Readonly<Record<string, Said>>>({});
  const [about, setAbout] = useState(EMPTY_ABOUT);
  const [controls, setControls] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isPending, setIsPending] = useState(false);

  const saidOf = (sending: Sending | null): Said =>
    said[sending?.key ?? ''] ??
    (sending ? proposed(sending.file.name) : { title: '', type: 'DOCUMENT' });

  function problems(targets: readonly (Sending | null)[]): Record<string, string> {
    const found: Record<string, string> = {};
    for (const target of targets)
      if (!saidOf(target).title.trim()) found[target?.key ?? ''] = 'Title is required';
    if (about.periodStart && about.periodEnd && about.periodStart > about.periodEnd)
      found.period = 'The period must begin before it ends';
    return found;
  }

  async function collect(target: Sending | null): Promise<void> {
    await client.call(evidenceContract.create, {
      body: {
        ...saidOf(target),
        description: about.description || null,
        source: about.source || null,
        periodStart: dayToIso(about.periodStart, 'start'),
        periodEnd: dayToIso(about.periodEnd, 'end'),
        expirationDate: dayToIso(about.expires, 'end'),
        filePath: target ? null : about.filePath || null,
        uploadId: target?.state.uploadId ?? null,
        controlIds: [...controls],
      },
    });
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const targets = sendings.all.length === 0 ? [null] : sendings.all;
    const found = problems(targets);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setIsPending(true);
    try {
      for (const target of targets) await collect(target);
      await queries.invalidateQueries({ queryKey: ['evidence'] });
      const description =
        targets.length === 1 ? 'Evidence collected' : `${targets.length} items collected`;
      toast({ title: 'Success', description });
      onClose();
    } catch (error) {
      onError(error);
      setIsPending(false);
    }
  };

  return {
    sendings,
    saidOf,
    say: (key: string, value: Said) => {
      setSaid({ ...said, [key]: value });
      setErrors({});
    },
    about,
    setAbout,
    controls,
    setControls,
    errors,
    isPending,
    isTouched: Object.keys(said).length > 0 || controls.length > 0 || about !== EMPTY_ABOUT,
    submit,
  };
}
