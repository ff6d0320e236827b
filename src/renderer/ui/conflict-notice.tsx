import { Users } from 'lucide-react';
import type { RecordConflict } from '../../shared/contract/revision.ts';
import { Button } from './button.tsx';
import { DateTime } from './date-time.tsx';
import { Untrusted } from './untrusted.tsx';

interface ConflictNoticeProps {
  conflict: RecordConflict;
  /** What the form calls its fields. */
  labels: Readonly<Record<string, string>>;
  /** How a value is shown where it is not its text: names of accounts, for example. */
  shown?: (field: string, value: unknown) => string;
  /** Takes the values of the others into the form. */
  onKeepTheirs: () => void;
  /** Saves one's own over them: with `conflict.revision` as base. */
  onUseMine: () => void;
  isBusy?: boolean;
}

/** Two people changed the same fields: both values, and the choice. Nothing is lost before it. */
export function ConflictNotice({
  conflict,
  labels,
  shown = valueText,
  onKeepTheirs,
  onUseMine,
  isBusy = false,
}: ConflictNoticeProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md border border-warn p-3 text-sm">
      <p className="flex items-center gap-2 font-semibold text-fg">
        <Users aria-hidden className="size-4 shrink-0 text-warn" />
        Somebody else changed this while you were editing
      </p>
      <ul className="flex flex-col gap-1.5">
        {conflict.fields.map((one) => (
          <li key={one.field} className="min-w-0 break-words">
            <span className="font-medium text-fg">{labels[one.field] ?? one.field}</span>
            <span className="text-fg-muted">
              {' · '}
              <Untrusted text={one.by} max={80} /> <DateTime value={one.at} />
            </span>
            <br />
            <span className="text-fg-muted">Theirs: </span>
            <Untrusted text={shown(one.field, one.value)} max={300} />
            <br />
            <span className="text-fg-muted">Yours: </span>
            <Untrusted text={shown(one.field, one.yours)} max={300} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" size="sm" disabled={isBusy} onClick={onKeepTheirs}>
          Keep theirs
        </Button>
        <Button type="button" size="sm" variant="primary" disabled={isBusy} onClick={onUseMine}>
          Save mine
        </Button>
      </div>
    </div>
  );
}

function valueText(_: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
