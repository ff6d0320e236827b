import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { ImportedRequests } from '../../../shared/areas/audits/requests.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { CONTROL_STYLES, Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAuditCall } from './audits.queries.ts';
import { countText } from './audits.text.ts';

const ROWS_SHOWN = 100;

/** Reads the auditor's list, shows what would become of it, and imports it. */
export function RequestImportDialog({
  auditId,
  onClose,
}: {
  auditId: string;
  onClose: () => void;
}) {
  const { toast } = useToast();
  const [csv, setCsv] = useState<string | null>(null);
  const [preview, setPreview] = useState<ImportedRequests | null>(null);
  const send = useAuditCall(
    (client, body: { csv: string; isPreview: boolean }) =>
      client.call(auditWorkContract.importRequests, { params: { id: auditId }, body }),
    { failed: 'Failed to import requests' },
  );
  const look = async (file: File | undefined) => {
    setPreview(null);
    if (!file) return;
    const text = await file.text();
    setCsv(text);
    send.mutate({ csv: text, isPreview: true }, { onSuccess: setPreview });
  };
  const ready = preview?.rows.filter(({ problem }) => problem === null).length ?? 0;
  const importAll = () =>
    csv !== null &&
    send.mutate(
      { csv, isPreview: false },
      {
        onSuccess: ({ created }) => {
          toast({ title: 'Success', description: `${countText(created, 'request')} imported` });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import requests"
      description="A CSV file whose first row names its columns: title, and any of description, control, owner (email), due (2026-11-20)."
      size="lg"
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={ready === 0 || send.isPending} onClick={importAll}>
            {ready === 0 ? 'Import' : `Import ${countText(ready, 'request')}`}
          </Button>
        </>
      }
    >
      <Field label="CSV file">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            className={`${CONTROL_STYLES} py-1.5`}
            onChange={(event) => void look(event.target.files?.[0])}
          />
        )}
      </Field>
      {preview && <Preview preview={preview} />}
    </Dialog>
  );
}

function Preview({ preview }: { preview: ImportedRequests }) {
  const rest = preview.rows.length - ROWS_SHOWN;
  return (
    <ul aria-label="Rows of the file" className="mt-4 flex flex-col divide-y divide-line">
      {preview.rows.slice(0, ROWS_SHOWN).map((row) => (
        <li key={row.line} className="py-1.5">
          <span className="mr-2 text-xs text-fg-muted tabular-nums">Line {row.line}</span>
          <Untrusted text={row.title || '(no title)'} max={120} />
          {row.problem && <span className="ml-2 text-bad">{row.problem}</span>}
          {row.notes.map((note) => (
            <span key={note} className="ml-2 text-xs text-warn">
              <Untrusted text={note} max={160} />
            </span>
          ))}
        </li>
      ))}
      {rest > 0 && <li className="py-1.5 text-fg-muted">and {rest.toLocaleString()} more</li>}
    </ul>
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}
