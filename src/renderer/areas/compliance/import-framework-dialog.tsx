import { FileUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { FRAMEWORK_FILE_LABELS } from '../../../shared/areas/compliance/framework-import.contract.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { UpgradeReview } from './framework-upgrade-dialog.tsx';
import { ImportFrameworkPreview } from './import-framework-preview.tsx';
import { ImportFrameworkReceipt } from './import-framework-receipt.tsx';
import { useSaveTemplate } from './use-framework-files.ts';
import { type FrameworkImportState, useFrameworkImport } from './use-framework-import.ts';

interface ImportFrameworkDialogProps {
  onClose: () => void;
  onDone: (frameworkId: string | null) => void;
}

/** A file of frameworks: chosen, looked at, taken over, and the receipt. */
export function ImportFrameworkDialog({ onClose, onDone }: ImportFrameworkDialogProps) {
  const host = useHost();
  const state = useFrameworkImport();
  const [target, setTarget] = useState<number | null>(null);
  const { file, preview, receipt, takeFiles } = state;
  const drop = useCallback(
    async (files: readonly File[]) => takeFiles(await host.takeDropped(files)),
    [host, takeFiles],
  );
  const draft = target === null ? undefined : preview?.frameworks[target];
  if (preview && draft?.target && target !== null) {
    return (
      <UpgradeReview
        framework={draft.target}
        from={{ import: preview.token, index: target, isWhole: preview.format !== 'csv' }}
        onClose={() => setTarget(null)}
        onApplied={() => onDone(draft.target?.id ?? null)}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={receipt ? 'Import receipt' : 'Import a framework'}
      description={
        file ? (
          <>
            <Untrusted text={file.name} max={120} expand="none" />
            {preview && ` · ${FRAMEWORK_FILE_LABELS[preview.format]}`}
          </>
        ) : (
          'Nothing is written before you have seen what is in the file.'
        )
      }
      size="xl"
      isDirty={state.isEdited && receipt === null}
      footer={<Buttons state={state} onDone={onDone} />}
    >
      <FileDrop
        title="Drop to import"
        text="OSCAL JSON, CISO Assistant YAML, XLSX or CSV"
        isAllowed
        onFiles={drop}
      />
      <Body state={state} onTarget={setTarget} />
    </Dialog>
  );
}

function Body({
  state,
  onTarget,
}: {
  state: FrameworkImportState;
  onTarget: (index: number) => void;
}) {
  const { preview, receipt, error, isReading } = state;
  if (receipt) return <ImportFrameworkReceipt receipt={receipt} />;
  if (isReading) {
    return (
      <div role="status" className="flex flex-col gap-3 py-10 text-center text-fg-muted">
        Reading the file...
        <Progress label="Reading the file" value={null} />
      </div>
    );
  }
  if (error !== null) {
    return (
      <ErrorState title="This file cannot be imported" error={error} onRetry={state.startOver} />
    );
  }
  if (preview)
    return <ImportFrameworkPreview state={state} preview={preview} onTarget={onTarget} />;
  return <ChooseFile state={state} />;
}

function ChooseFile({ state }: { state: FrameworkImportState }) {
  const saveTemplate = useSaveTemplate();
  return (
    <EmptyState
      icon={<FileUp />}
      title="Choose a File"
      text="OSCAL catalogs, profiles and mappings (JSON), CISO Assistant libraries (YAML), our template (XLSX) or a table (CSV). Choose a profile together with its catalog where that is not in the library."
      action={
        <>
          <Button variant="primary" onClick={() => void state.pick()}>
            Choose files
          </Button>
          <Button onClick={() => void saveTemplate()}>Save the template</Button>
        </>
      }
    />
  );
}

function Buttons({
  state,
  onDone,
}: {
  state: FrameworkImportState;
  onDone: ImportFrameworkDialogProps['onDone'];
}) {
  const requestClose = useDialogClose();
  const { preview, receipt, choices, takesLinks, isWriting } = state;
  if (receipt) {
    return (
      <>
        <Button onClick={state.startOver}>Another file</Button>
        <Button variant="primary" onClick={() => onDone(receipt.frameworks[0]?.id ?? null)}>
          Done
        </Button>
      </>
    );
  }
  const isReady =
    preview !== null &&
    (choices.some(({ isTaken }) => isTaken) || (takesLinks && preview.links.resolved > 0));
  return (
    <>
      {preview && (
        <Button variant="ghost" className="mr-auto" onClick={() => void state.pick()}>
          Choose another file
        </Button>
      )}
      <Button onClick={requestClose}>Cancel</Button>
      <Button variant="primary" disabled={!isReady || isWriting} onClick={state.write}>
        {isWriting ? 'Importing...' : 'Import'}
      </Button>
    </>
  );
}
