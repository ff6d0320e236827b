import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { RiskImportPreview } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RiskImportReceipt } from './risk-import-receipt.tsx';
import { ImportRows } from './risk-import-rows.tsx';
import { useSaveRiskFile } from './use-risk-files.ts';
import { type RiskImportState, useRiskImport } from './use-risk-import.ts';

/** A file of risks: chosen, looked at, taken over, and its receipt. */
export function RiskImportDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const [importId, setImportId] = useState<string | null>(null);
  const state = useRiskImport(setImportId);
  const { file, take } = state;
  return (
    <Dialog
      open
      onClose={onClose}
      title={importId === null ? 'Import risks' : 'Import receipt'}
      description={
        file ? (
          <Untrusted text={file.name} max={120} expand="none" />
        ) : (
          'Nothing is written before you have seen what becomes of each row.'
        )
      }
      size="xl"
      footer={
        importId === null ? (
          <Buttons state={state} />
        ) : (
          <>
            <Button
              onClick={() => {
                setImportId(null);
                state.startOver();
              }}
            >
              Another file
            </Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      {importId === null ? (
        <>
          <FileDrop
            title="Drop to import"
            text="CSV or XLSX"
            isAllowed
            onFiles={(files) => void host.takeDropped(files).then(take)}
          />
          <Body state={state} />
        </>
      ) : (
        <RiskImportReceipt id={importId} />
      )}
    </Dialog>
  );
}

function Body({ state }: { state: RiskImportState }) {
  const saveFile = useSaveRiskFile();
  const { preview, error, isReading } = state;
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
  if (preview) return <Preview preview={preview} />;
  return (
    <EmptyState
      icon={<FileUp />}
      title="Choose a File"
      text="An export of this register, our template, or a table whose head names columns like Title, Likelihood and Impact. CSV and XLSX, up to 10,000 rows."
      action={
        <>
          <Button variant="primary" onClick={() => void state.pick()}>
            Choose a file
          </Button>
          <Button onClick={() => void saveFile('template')}>Save the template</Button>
        </>
      }
    />
  );
}

function Preview({ preview }: { preview: RiskImportPreview }) {
  const { total, created, updated, unchanged, skipped, columns, notes, rows } = preview;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-fg">
        {created.toLocaleString()} new, {updated.toLocaleString()} changed,{' '}
        {unchanged.toLocaleString()} as they are, {skipped.toLocaleString()} skipped
        <span className="text-fg-muted"> of {total.toLocaleString()} rows</span>
      </p>
      <p className="text-xs text-fg-muted [overflow-wrap:anywhere]">
        Read:{' '}
        {columns
          .map(({ field, header }) => (field === header ? field : `${field} (${header})`))
          .join(', ')}
      </p>
      {notes.map((note) => (
        <p key={note} className="text-xs text-fg-muted [overflow-wrap:anywhere]">
          <Untrusted text={note} max={400} />
        </p>
      ))}
      <ImportRows label="Rows of the file" rows={rows} />
      {rows.length < total && (
        <p className="text-fg-muted">
          The first {rows.length.toLocaleString()} rows that change something or are skipped. The
          receipt lists all.
        </p>
      )}
    </div>
  );
}

function Buttons({ state }: { state: RiskImportState }) {
  const requestClose = useDialogClose();
  const { preview, isBeginning } = state;
  const writes = preview ? preview.created + preview.updated : 0;
  return (
    <>
      {preview && (
        <Button variant="ghost" className="mr-auto" onClick={() => void state.pick()}>
          Choose another file
        </Button>
      )}
      <Button onClick={requestClose}>Cancel</Button>
      <Button
        variant="primary"
        disabled={writes === 0 || isBeginning}
        onClick={() => state.begin()}
      >
        {isBeginning ? 'Importing...' : 'Import'}
      </Button>
    </>
  );
}
