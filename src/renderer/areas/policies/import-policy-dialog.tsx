import { FileUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import {
  POLICY_CATEGORIES,
  POLICY_CATEGORY_LABELS,
  POLICY_TITLE_MAX,
} from '../../../shared/areas/policies/policies.rules.ts';
import {
  POLICY_IMPORT_LABELS,
  type PolicyFilePreview,
  type PolicyImportReceipt,
} from '../../../shared/areas/policies/policy-exchange.contract.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { countOf } from './policies.text.ts';
import { ImportNotes } from './policy-import-notes.tsx';
import { PolicyText } from './policy-text.tsx';
import { useImportPolicy, useReadPolicyFile } from './policy-texts.queries.ts';

interface Facts {
  readonly title: string;
  readonly category: string;
  readonly version: string;
}

const NONE = 'none';
const CATEGORY_OPTIONS = [
  { value: NONE, label: 'None' },
  ...POLICY_CATEGORIES.map((value) => ({ value, label: POLICY_CATEGORY_LABELS[value] })),
];

const factsOf = ({ title, category, version }: PolicyFilePreview): Facts => ({
  title,
  category: category ?? NONE,
  version: version ?? '1.0',
});

function usePolicyImport() {
  const host = useHost();
  const read = useReadPolicyFile();
  const write = useImportPolicy();
  const [facts, setFacts] = useState<Facts | null>(null);
  const [isEdited, setIsEdited] = useState(false);
  const [receipt, setReceipt] = useState<PolicyImportReceipt | null>(null);
  const preview = read.data;
  const { mutate } = read;
  const take = useCallback(
    ([file]: readonly HostFile[]) => {
      if (!file) return;
      setReceipt(null);
      mutate(file, {
        onSuccess: (found) => {
          setFacts(factsOf(found));
          setIsEdited(false);
        },
      });
    },
    [mutate],
  );
  return {
    ...{ preview, facts, isEdited, receipt, take },
    error: read.isError ? read.error : null,
    isReading: read.isPending,
    isWriting: write.isPending,
    change(part: Partial<Facts>) {
      setIsEdited(true);
      setFacts((now) => now && { ...now, ...part });
    },
    pick: async () => take(await host.pickFiles()),
    startOver() {
      read.reset();
      setReceipt(null);
    },
    write() {
      if (!preview || !facts) return;
      const { category, ...rest } = facts;
      const { token, description } = preview;
      const known = POLICY_CATEGORIES.find((one) => one === category) ?? null;
      write.mutate({ token, description, ...rest, category: known }, { onSuccess: setReceipt });
    },
  };
}
type ImportState = ReturnType<typeof usePolicyImport>;

/** A file chosen, looked at, made a draft of, and the receipt. */
export function ImportPolicyDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const state = usePolicyImport();
  const { preview, receipt, take } = state;
  const drop = useCallback(
    async (files: readonly File[]) => take(await host.takeDropped(files)),
    [host, take],
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={receipt ? 'Import receipt' : 'Import a policy'}
      description={
        preview ? (
          <>
            <Untrusted text={preview.fileName} max={120} expand="none" /> ·{' '}
            {POLICY_IMPORT_LABELS[preview.format]}
          </>
        ) : (
          'Nothing is written before you have seen what is in the file.'
        )
      }
      size="xl"
      isDirty={state.isEdited && receipt === null}
      footer={<Buttons state={state} onClose={onClose} />}
    >
      <FileDrop
        title="Drop to import"
        text="Markdown or Word (DOCX)"
        isAllowed={receipt === null}
        onFiles={drop}
      />
      <Body state={state} />
    </Dialog>
  );
}

function Body({ state }: { state: ImportState }) {
  const { preview, facts, receipt, error, isReading } = state;
  if (receipt)
    return (
      <div className="flex flex-col gap-3">
        <p className="font-semibold text-fg">
          <Untrusted text={receipt.policyTitle} expand="none" /> is a draft now.
        </p>
        <ImportNotes counts={receipt.counts} notes={receipt.notes} />
      </div>
    );
  if (isReading)
    return (
      <div role="status" className="flex flex-col gap-3 py-10 text-center text-fg-muted">
        Reading the file...
        <Progress label="Reading the file" value={null} />
      </div>
    );
  if (error !== null)
    return (
      <ErrorState title="This file cannot be imported" error={error} onRetry={state.startOver} />
    );
  if (preview && facts) return <Preview state={state} preview={preview} facts={facts} />;
  return (
    <EmptyState
      icon={<FileUp />}
      title="Choose a File"
      text="Markdown (with front matter, where it has one) or a Word document. Pictures, macros and embedded files are left out, and the receipt says so."
      action={
        <Button variant="primary" onClick={() => void state.pick()}>
          Choose a file
        </Button>
      }
    />
  );
}

interface PreviewProps {
  state: ImportState;
  preview: PolicyFilePreview;
  facts: Facts;
}

function Preview({ state, preview, facts }: PreviewProps) {
  const { title } = facts;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(16rem,1fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Field
          label="Title"
          isRequired
          error={title.trim() === '' ? 'Title is required' : undefined}
          hint={
            preview.sameTitle > 0
              ? `${countOf(preview.sameTitle, 'policy has', 'policies have')} this title already.`
              : undefined
          }
        >
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={POLICY_TITLE_MAX}
              onChange={(event) => state.change({ title: event.target.value })}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Category">
            {(control) => (
              <Select
                {...control}
                value={facts.category}
                options={CATEGORY_OPTIONS}
                onValueChange={(category) => state.change({ category })}
              />
            )}
          </Field>
          <Field label="Version">
            {(control) => (
              <Input
                {...control}
                value={facts.version}
                maxLength={14}
                onChange={(event) => state.change({ version: event.target.value })}
              />
            )}
          </Field>
        </div>
        <ImportNotes counts={preview.counts} notes={preview.notes} />
      </div>
      <ScrollRegion
        label="Text of the file"
        className="h-[52vh] rounded-md border border-line bg-sunken px-4 py-3"
      >
        <PolicyText markdown={preview.content} />
      </ScrollRegion>
    </div>
  );
}

function Buttons({ state, onClose }: { state: ImportState; onClose: () => void }) {
  const requestClose = useDialogClose();
  const [, setParams] = useAddressParams();
  const { preview, facts, receipt, isWriting, isReading } = state;
  if (receipt)
    return (
      <>
        <Button onClick={state.startOver}>Another file</Button>
        <Button
          variant="primary"
          onClick={() => {
            onClose();
            setParams({ policy: receipt.policyId });
          }}
        >
          Open the draft
        </Button>
      </>
    );
  const isReady = preview !== undefined && !isReading && facts?.title.trim() !== '';
  return (
    <>
      {preview && (
        <Button variant="ghost" className="mr-auto" onClick={() => void state.pick()}>
          Choose another file
        </Button>
      )}
      <Button onClick={requestClose}>Cancel</Button>
      <Button variant="primary" disabled={!isReady || isWriting} onClick={state.write}>
        {isWriting ? 'Importing...' : 'Import as draft'}
      </Button>
    </>
  );
}
