/** Shows a stranger's file without running anything in it; the core decides what kind it is. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { EvidenceDetail } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { Preview } from '../../../shared/areas/evidence/evidence-files.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CodeView } from '../../ui/code-view.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { evidencePreviewQuery } from './evidence.queries.ts';
import { csvRows, hexDump, sizeText } from './evidence.text.ts';
import { Part } from './evidence-part.tsx';
import { FetchFile } from './fetch-file.tsx';
import { PreviewImage } from './preview-image.tsx';

const PreviewPdf = lazy(async () => {
  const { PreviewPdf: component } = await import('./preview-pdf.tsx');
  return { default: component };
});

const TABLE_ROWS = 200;
const TABLE_COLUMNS = 40;
const CELL_CHARS = 200;

export function PreviewPart({ evidence }: { evidence: EvidenceDetail }) {
  return (
    <Part title="File">
      {evidence.file === 'stored' ? (
        <Stored evidence={evidence} />
      ) : (
        <div className="flex flex-col items-start gap-3 rounded-md border border-line bg-sunken p-4 text-fg-muted">
          {evidence.file === 'reference' ? (
            <p>No file: recorded by reference.</p>
          ) : (
            <FetchFile evidence={evidence} />
          )}
        </div>
      )}
    </Part>
  );
}

function Stored({ evidence }: { evidence: EvidenceDetail }) {
  const preview = useQuery(evidencePreviewQuery(useClient(), evidence));
  if (preview.isError)
    return (
      <ErrorState
        title="The file cannot be shown"
        error={preview.error}
        onRetry={() => void preview.refetch()}
        isRetrying={preview.isFetching}
      />
    );
  if (preview.isPending) return <Skeleton className="h-64 w-full" />;
  return <Shown evidence={evidence} preview={preview.data} />;
}

function Shown({ evidence, preview }: { evidence: EvidenceDetail; preview: Preview }) {
  const isCut = preview.shown < preview.size;
  const note = isCut
    ? `The first ${sizeText(preview.shown)} of ${sizeText(preview.size)}. Download it for all of it.`
    : (sizeText(preview.size) ?? '');
  const { text } = preview;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {preview.kind === 'image' && <PreviewImage evidence={evidence} preview={preview} />}
      {preview.kind === 'pdf' && (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <PreviewPdf evidence={evidence} />
        </Suspense>
      )}
      {text !== null && preview.kind === 'markdown' && (
        <ScrollRegion label="Document" className="max-h-112 rounded-md border border-line p-4">
          <Markdown text={text} />
        </ScrollRegion>
      )}
      {text !== null && preview.kind === 'csv' && <Csv text={text} isCut={isCut} />}
      {text !== null && (preview.kind === 'text' || preview.kind === 'json') && (
        <CodeView label="Text of the file" text={text} note={note} />
      )}
      {preview.hex !== null && (
        <CodeView label="Bytes of the file" text={hexDump(preview.hex)} note={note} />
      )}
      {preview.entries !== null && <Archive entries={preview.entries} />}
      {(preview.kind === 'csv' || preview.kind === 'markdown') && (
        <p className="text-xs text-fg-muted">{note}</p>
      )}
      {preview.notes.map((line) => (
        <p key={line} className="text-xs text-fg-muted">
          {line}
        </p>
      ))}
    </div>
  );
}

interface Cell {
  readonly key: string;
  readonly text: string;
}

/** Rows and cells have no identity but their place. */
function placed(rows: readonly string[][]): { key: string; cells: Cell[] }[] {
  return rows.map((cells, row) => ({
    key: String(row),
    cells: cells
      .slice(0, TABLE_COLUMNS)
      .map((text, column) => ({ key: `${row}-${column}`, text: text.slice(0, CELL_CHARS * 10) })),
  }));
}

function Csv({ text, isCut }: { text: string; isCut: boolean }) {
  const rows = useMemo(() => placed(csvRows(text, TABLE_ROWS + 1)), [text]);
  const [head, ...body] = rows;
  if (!head) return <p className="text-fg-muted">The file is empty.</p>;
  return (
    <>
      <ScrollRegion label="Table of the file" className="max-h-112 rounded-md border border-line">
        <table className="text-xs">
          <thead className="sticky top-0 bg-surface text-left">
            <tr>
              {head.cells.map((cell) => (
                <th key={cell.key} scope="col" className="px-2 py-1 font-semibold text-fg">
                  <Untrusted text={cell.text || ' '} max={60} expand="none" />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row) => (
              <tr key={row.key} className="border-t border-line">
                {row.cells.map((cell) => (
                  <td key={cell.key} className="max-w-80 px-2 py-1 text-fg-muted">
                    <Untrusted text={cell.text} max={CELL_CHARS} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {(isCut || rows.length > TABLE_ROWS) && (
        <p className="text-xs text-fg-muted">The first {body.length} rows.</p>
      )}
    </>
  );
}

function Archive({ entries }: { entries: NonNullable<Preview['entries']> }) {
  const named = entries.map((entry, place) => ({ ...entry, key: `${place}` }));
  return (
    <ScrollRegion
      label="Contents of the archive"
      className="max-h-112 rounded-md border border-line"
    >
      <ul className="flex flex-col divide-y divide-line font-mono text-xs">
        {named.map((entry) => (
          <li key={entry.key} className="flex items-center gap-3 px-3 py-1">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere] text-fg">
              <Untrusted text={entry.name} max={200} />
            </span>
            {entry.isUnsafe && <Badge tone="bad">unsafe name</Badge>}
            <span className="text-fg-muted tabular-nums">{sizeText(entry.size)}</span>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
