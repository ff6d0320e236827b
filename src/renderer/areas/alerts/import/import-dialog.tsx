import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { useDesk } from '../desk-context.tsx';
import type { QueuedFile } from '../waiting-files.embed.tsx';
import { checkMapping, needsMapping } from './import.mapping.ts';
import { ImportPreviewStep } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReceipt } from './import-receipt.tsx';
import { type ImportForm, useImportForm } from './use-import-form.ts';
import { useImportRun } from './use-import-run.ts';

interface ImportDialogProps {
  file: QueuedFile;
  /** Files that come after this one. */
  waiting: number;
}

/** One file: what it is, what becomes of it, the way there, and the receipt. */
export function ImportDialog({ file, waiting }: ImportDialogProps) {
  const desk = useDesk();
  const form = useImportForm(file);
  const run = useImportRun(file);
  const { receipt, isRunning, isOver } = run;
  const drop = () => desk.dropFile(file.key);
  useDropOnLeaving(file.key, isOver || isRunning);
  return (
    <Dialog
      open
      // A running import goes on without the dialog, which then turns to the next file.
      onClose={isOver || isRunning ? drop : desk.dropAllFiles}
      title={isOver ? 'Import receipt' : 'Import alerts'}
      description={
        <>
          <Untrusted text={file.file.name} max={120} expand="none" /> · {sizeText(file.file.size)}
          {waiting > 0 && ` · ${waiting} more waiting`}
        </>
      }
      size="xl"
      isDirty={!isRunning && !isOver && (form.choice.draft !== null || waiting > 0)}
      footer={
        isOver ? (
          <ReceiptButtons waiting={waiting} onNext={drop} />
        ) : (
          <StartButtons form={form} isRunning={isRunning} onImport={() => run.start(form.shown)} />
        )
      }
    >
      {isOver && receipt && <ImportReceipt receipt={receipt} />}
      {isRunning && <ImportProgress file={file.file} jobId={receipt?.jobId ?? null} />}
      {!isOver && !isRunning && (
        <>
          {run.error && <ErrorState title="The import did not start" error={run.error} />}
          <ImportPreviewStep form={form} />
        </>
      )}
    </Dialog>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [divisor, unit] = bytes < 2 ** 20 ? [1024, 'KiB'] : [2 ** 20, 'MiB'];
  return `${(bytes / divisor).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`;
}

function StartButtons(props: { form: ImportForm; isRunning: boolean; onImport: () => void }) {
  const { form, isRunning, onImport } = props;
  const requestClose = useDialogClose();
  const desk = useDesk();
  const format = form.preview?.format ?? null;
  const isMapped = !needsMapping(format) || checkMapping(form.draft).type === 'complete';
  if (isRunning) return <Button onClick={requestClose}>Continue in the background</Button>;
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto"
        onClick={() => desk.openDialog({ type: 'import-history' })}
      >
        Import history
      </Button>
      <Button onClick={requestClose}>Cancel</Button>
      <Button
        variant="primary"
        disabled={format === null || !isMapped || form.isStale}
        onClick={onImport}
      >
        Import
      </Button>
    </>
  );
}

/** Who leaves the desk while this file is sent, or after, does not find it among those that wait. */
function useDropOnLeaving(key: string, isBegun: boolean): void {
  const desk = useDesk();
  const begun = useRef(isBegun);
  useEffect(() => {
    begun.current = isBegun;
  });
  useEffect(
    () => () => {
      if (begun.current) desk.dropFile(key);
    },
    [desk, key],
  );
}

function ReceiptButtons({ waiting, onNext }: { waiting: number; onNext: () => void }) {
  const desk = useDesk();
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto"
        onClick={() => desk.openDialog({ type: 'import-history' })}
      >
        Import history
      </Button>
      <Button variant="primary" onClick={onNext}>
        {waiting > 0 ? `Next file (${waiting})` : 'Done'}
      </Button>
    </>
  );
}
