import type { QueryError } from '../../../shared/areas/views/query-lexer.ts';
import { Button } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

/** Characters around the place that are shown. */
const AROUND = 40;

interface QueryErrorLineProps {
  id: string;
  text: string;
  error: QueryError;
  onFix: (text: string) => void;
}

/** What is wrong with a query, where, and what to do about it. */
export function QueryErrorLine({ id, text, error, onFix }: QueryErrorLineProps) {
  const { at, length, message, fix } = error;
  const end = Math.max(at + length, at + 1);
  const before = text.slice(Math.max(0, at - AROUND), at);
  const wrong = text.slice(at, Math.min(end, at + AROUND)) || ' ';
  const after = text.slice(end, end + AROUND);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-bad-soft px-3 py-1.5 text-bad">
      <p id={id} role="status" className="min-w-0 basis-72 grow">
        <Untrusted text={message} max={300} expand="none" />
      </p>
      <code aria-hidden className="min-w-0 truncate font-mono text-xs text-fg-muted">
        {at > AROUND && '…'}
        <Untrusted text={before} max={AROUND} expand="none" />
        <span className="border-b-2 border-bad text-bad">
          <Untrusted text={wrong} max={AROUND} expand="none" />
        </span>
        <Untrusted text={after} max={AROUND} expand="none" />
      </code>
      {fix !== undefined && (
        <Button size="sm" onClick={() => onFix(text.slice(0, at) + fix + text.slice(at + length))}>
          Write {fix}
        </Button>
      )}
    </div>
  );
}
