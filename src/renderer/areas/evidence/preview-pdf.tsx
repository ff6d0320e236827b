/**
 * A PDF as pictures of its pages. Defences: pages are drawn to a canvas, without the layers for
 * links, forms, attachments and scripts, so nothing in the file acts; no XFA, no WebAssembly, no
 * fonts or maps from elsewhere; the parser runs in a worker of our own origin, under our policy.
 */
import { useQuery } from '@tanstack/react-query';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import type { EvidenceDetail } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readBytes } from './preview-bytes.ts';

const RANGE_BYTES = 512 * 1024;
/** A page is drawn no larger than this, whatever size it claims. */
const MAX_SIDE_PX = 2_000;

async function openPdf(client: Client, { id, size }: EvidenceDetail): Promise<PDFDocumentProxy> {
  const pdf = await import('pdfjs-dist');
  pdf.GlobalWorkerOptions.workerPort ??= new Worker(
    new URL('./preview-pdf.worker.ts', import.meta.url),
    { type: 'module' },
  );
  const total = size ?? 0;
  const head = await readBytes(client, id, 0, Math.min(total, RANGE_BYTES));
  class Parts extends pdf.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      void readBytes(client, id, begin, Math.min(end, total)).then(
        (bytes) => this.onDataRange(begin, bytes),
        () => this.abort(),
      );
    }
  }
  return pdf.getDocument({
    range: new Parts(total, head),
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    stopAtErrors: false,
    isImageDecoderSupported: false,
  }).promise;
}

export function PreviewPdf({ evidence }: { evidence: EvidenceDetail }) {
  const client = useClient();
  const [page, setPage] = useState(1);
  const document = useQuery({
    queryKey: ['evidence-preview', evidence.id, evidence.sha256, 'pdf'],
    queryFn: () => openPdf(client, evidence),
    gcTime: 0,
    structuralSharing: false,
  });
  const opened = document.data;
  useEffect(() => {
    if (!opened) return;
    return () => void opened.loadingTask.destroy();
  }, [opened]);
  if (document.isError)
    return (
      <p className="rounded-md border border-line bg-sunken p-4 text-fg-muted">
        This PDF cannot be drawn: it is damaged or locked by a password. Download it to look at it
        elsewhere.
      </p>
    );
  if (!opened) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Previous page
        </Button>
        <Button size="sm" disabled={page >= opened.numPages} onClick={() => setPage(page + 1)}>
          Next page
        </Button>
        <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
          Page {page} of {opened.numPages}
        </p>
      </div>
      <PdfPage document={opened} number={page} />
      <p className="text-xs text-fg-muted">
        Drawn as a picture: scripts, forms, links and attachments in the file are left out.
      </p>
    </div>
  );
}

function PdfPage({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    let cancel = () => {};
    setIsBroken(false);
    const draw = async () => {
      const page = await document.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      const wanted = 1.5 * (window.devicePixelRatio || 1);
      const scale = Math.min(wanted, MAX_SIDE_PX / Math.max(natural.width, natural.height, 1));
      const viewport = page.getViewport({ scale });
      const target = canvas.current;
      if (!isCurrent || !target) return;
      target.width = Math.max(1, Math.floor(viewport.width));
      target.height = Math.max(1, Math.floor(viewport.height));
      const task = page.render({ canvas: target, viewport, annotationMode: 0 });
      cancel = () => task.cancel();
      await task.promise;
      const { items } = await page.getTextContent();
      if (!isCurrent) return;
      setText(
        items
          .map((item) => ('str' in item ? item.str : ''))
          .join(' ')
          .slice(0, 5_000),
      );
    };
    draw().catch(() => {
      if (isCurrent) setIsBroken(true);
    });
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [document, number]);
  return (
    <>
      {isBroken && <p className="text-fg-muted">This page cannot be drawn.</p>}
      <canvas
        ref={canvas}
        role="img"
        aria-label={text === '' ? `Page ${number}` : `Page ${number}: ${text}`}
        className="max-h-[75vh] max-w-full self-start rounded-md border border-line bg-white object-contain"
      />
    </>
  );
}
