import { useQuery } from '@tanstack/react-query';
import { FilePlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { VendorDocument } from '../../../shared/areas/vendors/vendor-documents.contract.ts';
import { type Vendor, vendorsContract } from '../../../shared/areas/vendors/vendors.contract.ts';
import { VENDOR_DOCUMENT_LABELS } from '../../../shared/areas/vendors/vendors.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { DayWithState } from './vendor-badges.tsx';
import { AddDocumentDialog, EditDocumentDialog } from './vendor-document-dialogs.tsx';
import { Part } from './vendor-part.tsx';
import { useVendorCall, vendorDocumentsQuery } from './vendors.queries.ts';

const VERDICTS: Record<
  VendorDocument['verdict'],
  { readonly word: string; readonly tone: BadgeTone }
> = {
  PENDING: { word: 'Pending review', tone: 'warn' },
  ACCEPTED: { word: 'Accepted', tone: 'ok' },
  REJECTED: { word: 'Rejected', tone: 'bad' },
};

type Asking =
  | { readonly type: 'add' }
  | { readonly type: 'edit' | 'remove'; readonly document: VendorDocument };

/** Contracts, certificates and reports; each is evidence with a chain of custody of its own. */
export function VendorDocuments({ vendor }: { vendor: Vendor }) {
  const { data, isPending } = useQuery(vendorDocumentsQuery(useClient(), vendor.id));
  const mayWrite = useMay('vendors.write');
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const remove = useVendorCall(
    (client, documentId: string) =>
      client.call(vendorsContract.removeDocument, { params: { id: vendor.id, documentId } }),
    {
      done: 'Document taken off; its evidence stays',
      failed: 'The document could not be taken off',
    },
  );
  return (
    <Part
      title="Documents"
      actions={
        mayWrite && (
          <Button
            size="sm"
            icon={<FilePlus aria-hidden />}
            onClick={() => setAsking({ type: 'add' })}
          >
            Add document
          </Button>
        )
      }
    >
      {isPending && <Skeleton className="h-16 w-full" />}
      {data?.length === 0 && (
        <p className="text-fg-muted">
          No contract, certificate or report is kept of this vendor yet.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {(data ?? []).map((document) => (
          <Row
            key={document.id}
            document={document}
            mayWrite={mayWrite}
            onAsk={(type) => setAsking({ type, document })}
          />
        ))}
      </ul>
      {asking?.type === 'add' && (
        <AddDocumentDialog vendor={vendor} known={data ?? []} onClose={close} />
      )}
      {asking?.type === 'edit' && <EditDocumentDialog document={asking.document} onClose={close} />}
      {asking?.type === 'remove' && (
        <ConfirmDialog
          open
          onClose={close}
          title="Take this document off?"
          text={`'${asking.document.title}' is no longer a document of ${vendor.name}. The evidence and its custody stay in the repository.`}
          confirmLabel="Take off"
          tone="destructive"
          onConfirm={() => remove.mutate(asking.document.id, { onSuccess: close })}
        />
      )}
    </Part>
  );
}

interface RowProps {
  document: VendorDocument;
  mayWrite: boolean;
  onAsk: (type: 'edit' | 'remove') => void;
}

function Row({ document, mayWrite, onAsk }: RowProps) {
  const verdict = VERDICTS[document.verdict];
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <Link
            to={`/evidence?evidence=${encodeURIComponent(document.evidenceId)}`}
            className="min-w-0 rounded-sm font-medium text-fg underline-offset-2 hover:underline"
          >
            <Untrusted text={document.title} max={120} expand="none" />
          </Link>
          <Badge>{VENDOR_DOCUMENT_LABELS[document.kind]}</Badge>
          <Badge tone={verdict.tone}>{verdict.word}</Badge>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-fg-muted">
          {document.expiresOn === null ? (
            <span>Does not expire</span>
          ) : (
            <span className="inline-flex items-center gap-1.5">
              Expires <DayWithState day={document.expiresOn} state={document.expiry} />
            </span>
          )}
          {document.note !== null && <Untrusted text={document.note} max={160} />}
        </p>
      </div>
      {mayWrite && (
        <>
          <Button
            size="sm"
            variant="ghost"
            icon={<Pencil aria-hidden />}
            label={`Edit ${document.title}`}
            onClick={() => onAsk('edit')}
          />
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden />}
            label={`Take ${document.title} off`}
            onClick={() => onAsk('remove')}
          />
        </>
      )}
    </li>
  );
}
