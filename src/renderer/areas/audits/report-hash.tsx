import { CopyButton } from '../../ui/copy-button.tsx';
import { shortHash } from './reports.format.ts';

/** A SHA-256 by its ends; the whole of it is copied. */
export function ReportHash({ hash, label }: { hash: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-xs" title={hash}>
        {shortHash(hash)}
      </span>
      <CopyButton text={hash} label={label} />
    </span>
  );
}
