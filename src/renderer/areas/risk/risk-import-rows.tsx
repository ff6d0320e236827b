import type {
  ImportOutcome,
  ImportRow,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

const OUTCOMES: Record<ImportOutcome, { readonly tone: BadgeTone }> = {
  created: { tone: 'ok' },
  updated: { tone: 'accent' },
  unchanged: { tone: 'neutral' },
  skipped: { tone: 'warn' },
};

interface ImportRowsProps {
  label: string;
  rows: readonly ImportRow[];
}

/** What becomes of each row: its line, its outcome, what differs, and why not. */
export function ImportRows({ label, rows }: ImportRowsProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-md border border-line">
      {rows.map((row) => (
        <li key={row.line} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
          <span className="w-16 shrink-0 text-xs text-fg-muted tabular-nums">Line {row.line}</span>
          <span className="w-24 shrink-0">
            <Badge tone={OUTCOMES[row.outcome].tone}>{row.outcome}</Badge>
          </span>
          <span className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
            <span className="text-fg">
              <Untrusted text={row.title === '' ? 'No title' : row.title} max={200} />
            </span>
            {row.reason !== null && (
              <span className="block text-fg-muted">
                <Untrusted text={row.reason} max={400} />
              </span>
            )}
            {row.changes.map(({ field, before, after }) => (
              <span key={field} className="block text-xs text-fg-muted">
                {field}: <Untrusted text={before ?? 'nothing'} max={120} /> to{' '}
                <Untrusted text={after ?? 'nothing'} max={120} />
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
