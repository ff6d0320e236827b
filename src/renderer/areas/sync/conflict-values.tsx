import { fieldText } from '../../../shared/areas/sync/record-words.ts';
import type { SyncConflict } from '../../../shared/areas/sync/sync-state.contract.ts';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { authorText, isLongText, valueText } from './sync.text.ts';
import { type DiffPart, diffTexts } from './text-diff.ts';

const VALUE_CHARS = 400;
const PART_CHARS = 20_000;

/** Both values with their authors and times; long texts word by word against one another. */
export function ConflictValues({ conflict }: { conflict: SyncConflict }) {
  const { kept, other, state } = conflict;
  const isLong = isLongText(conflict);
  const isTaken = state === 'taken';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="grid min-w-0 gap-2 sm:grid-cols-2">
        <Side side={kept} stands={!isTaken} isLong={isLong} />
        <Side side={other} stands={isTaken} isLong={isLong} />
      </div>
      {isLong && <Difference conflict={conflict} />}
    </div>
  );
}

interface SideProps {
  side: SyncConflict['kept'];
  stands: boolean;
  isLong: boolean;
}

function Side({ side, stands, isLong }: SideProps) {
  return (
    <div
      className={cx(
        'flex min-w-0 flex-col gap-0.5 rounded-md border px-3 py-2',
        stands ? 'border-ok-mark/60' : 'border-line bg-sunken',
      )}
    >
      <p className={cx('text-xs font-medium', stands ? 'text-ok' : 'text-fg-muted')}>
        {stands ? 'Stands' : 'The other value'}
      </p>
      {!isLong && (
        <p className={cx('[overflow-wrap:anywhere]', side.value ? 'text-fg' : 'text-fg-muted')}>
          <Untrusted text={valueText(side.value)} max={VALUE_CHARS} newlines="keep" />
        </p>
      )}
      <p className="text-xs text-fg-muted">
        <Untrusted text={authorText(side.by)} max={80} expand="none" />
        {', '}
        <DateTime value={side.at} />
      </p>
    </div>
  );
}

/** From what stands to the other value: what taking it would strike out and put in. */
function Difference({
  conflict: { kept, other, state, table, field },
}: {
  conflict: SyncConflict;
}) {
  const [from, to] = state === 'taken' ? [other, kept] : [kept, other];
  const parts = keyed(diffTexts(from.value ?? '', to.value ?? ''));
  return (
    <ScrollRegion
      label={`Differences of ${fieldText(table, field)}`}
      className="max-h-64 rounded-md border border-line bg-sunken px-3 py-2 text-sm leading-relaxed"
    >
      <p className="mb-1 text-xs text-fg-muted">
        Struck out: only in what stands. Underlined: only in the other value.
      </p>
      {parts.map(({ key, type, text }) => (
        <Part key={key} type={type} text={text} />
      ))}
    </ScrollRegion>
  );
}

function keyed(parts: readonly DiffPart[]) {
  return parts.map((part, place) => ({ ...part, key: `${place}` }));
}

/** Marked by a line as well as by colour, and said by elements that mean it. */
function Part({ type, text }: DiffPart) {
  const content = <Untrusted text={text} newlines="keep" max={PART_CHARS} expand="none" />;
  if (type === 'same') return content;
  return type === 'added' ? (
    <ins className="rounded-sm bg-ok-soft px-0.5 text-ok underline decoration-2 underline-offset-2">
      <span className="sr-only">only in the other value: </span>
      {content}
    </ins>
  ) : (
    <del className="rounded-sm bg-bad-soft px-0.5 text-bad line-through decoration-2">
      <span className="sr-only">only in what stands: </span>
      {content}
    </del>
  );
}
