import { type FormEvent, Suspense, useCallback, useId, useState } from 'react';
import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import {
  VENDOR_NOTE_MAX,
  type VendorDocument,
} from '../../../shared/areas/vendors/vendor-documents.contract.ts';
import { type Vendor, vendorsContract } from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  VENDOR_DOCUMENT_KINDS,
  VENDOR_DOCUMENT_LABELS,
  type VendorDocumentKind,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { mergedText } from '../../api/conflicts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EvidenceChoice } from '../evidence/evidence.embed.tsx';
import type { EvidenceChosen } from '../evidence/evidence-choice.tsx';
import { useVendorCall } from './vendors.queries.ts';
import { VENDOR_FIELD_LABELS } from './vendors.text.ts';

const KIND_OPTIONS = VENDOR_DOCUMENT_KINDS.map((value) => ({
  value,
  label: VENDOR_DOCUMENT_LABELS[value],
}));

interface About {
  readonly kind: VendorDocumentKind;
  readonly expiresOn: string;
  readonly note: string;
}

interface AddDocumentDialogProps {
  vendor: Vendor;
  /** Documents that are there: their evidence is not offered again. */
  known: readonly VendorDocument[];
  onClose: () => void;
}

/** A file becomes evidence first, with its hash and custody; then it is kept as a document. */
export function AddDocumentDialog({ vendor, known, onClose }: AddDocumentDialogProps) {
  const formId = useId();
  const [about, setAbout] = useState<About>({ kind: 'CONTRACT', expiresOn: '', note: '' });
  const [chosen, setChosen] = useState<EvidenceChosen | null>(null);
  const [error, setError] = useState<string | undefined>();
  // A second attempt after a failure must not collect the file twice.
  const [collected, setCollected] = useState<string | null>(null);
  const add = useVendorCall(
    async (client, what: EvidenceChosen) => {
      const expiresOn = about.expiresOn || null;
      let evidenceId = what.type === 'evidence' ? what.id : collected;
      if (what.type === 'upload' && evidenceId === null) {
        const made = await client.call(evidenceContract.create, {
          body: {
            title: what.title,
            type: what.evidenceType,
            source: vendor.name,
            uploadId: what.uploadId,
            expirationDate: expiresOn === null ? null : `${expiresOn}T23:59:59.000Z`,
          },
        });
        evidenceId = made.id;
        setCollected(made.id);
      }
      return client.call(vendorsContract.addDocument, {
        params: { id: vendor.id },
        body: { kind: about.kind, expiresOn, note: about.note, evidenceId: evidenceId ?? '' },
      });
    },
    { done: 'Document added', failed: 'The document could not be added' },
  );
  const onChange = useCallback((what: EvidenceChosen | null) => {
    setChosen(what);
    setError(undefined);
    if (what?.type === 'evidence' && what.expirationDate !== null) {
      const expiresOn = what.expirationDate.slice(0, 10);
      setAbout((now) => (now.expiresOn === '' ? { ...now, expiresOn } : now));
    }
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return setError('Choose a file that is stored, or evidence');
    add.mutate(chosen, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add document"
      description={`Of ${vendor.name}. The file is kept as evidence, with its hash and custody.`}
      isDirty={chosen !== null || about.note !== '' || about.expiresOn !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Add document"
          pendingLabel="Adding..."
          isPending={add.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <EvidenceChoice
            onChange={onChange}
            leftOut={known.map(({ evidenceId }) => evidenceId)}
            error={error}
          />
        </Suspense>
        <AboutFields about={about} onChange={setAbout} />
      </form>
    </Dialog>
  );
}

interface EditDocumentDialogProps {
  document: VendorDocument;
  onClose: () => void;
}

export function EditDocumentDialog({ document, onClose }: EditDocumentDialogProps) {
  const formId = useId();
  const [shown] = useState(document);
  const [first] = useState<About>({
    kind: shown.kind,
    expiresOn: shown.expiresOn ?? '',
    note: shown.note ?? '',
  });
  const [about, setAbout] = useState(first);
  const changed = (['kind', 'expiresOn', 'note'] as const).filter(
    (field) => about[field] !== first[field],
  );
  const save = useVendorCall(
    (client, _: null) =>
      client.call(vendorsContract.updateDocument, {
        params: { id: shown.vendorId, documentId: shown.id },
        body: {
          ...Object.fromEntries(changed.map((field) => [field, about[field]])),
          baseRevision: shown.revision,
        },
      }),
    {
      done: 'Document updated',
      more: ({ merged }) => mergedText(merged, VENDOR_FIELD_LABELS),
      failed: 'The document could not be changed',
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed.length === 0) return onClose();
    save.mutate(null, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit document"
      description={shown.title}
      isDirty={changed.length > 0}
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <AboutFields about={about} onChange={setAbout} />
      </form>
    </Dialog>
  );
}

function AboutFields({ about, onChange }: { about: About; onChange: (about: About) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Kind" isRequired>
        {(control) => (
          <Select
            {...control}
            value={about.kind}
            options={KIND_OPTIONS}
            onValueChange={(kind) => onChange({ ...about, kind })}
          />
        )}
      </Field>
      <Field label="Expires" hint="The last day on which it holds.">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={about.expiresOn}
            onChange={(event) => onChange({ ...about, expiresOn: event.target.value })}
          />
        )}
      </Field>
      <Field label="Note" className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            value={about.note}
            maxLength={VENDOR_NOTE_MAX}
            autoComplete="off"
            onChange={(event) => onChange({ ...about, note: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
