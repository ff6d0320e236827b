import { useState } from 'react';
import { cx } from './cx.ts';
import { cutText, splitUntrusted, type TextPart } from './untrusted-text.ts';

const DEFAULT_MAX = 500;
/** A value of megabytes opens in steps of this, so that a click never stalls the window. */
const STEP = 20_000;

interface UntrustedProps {
  /** Null or undefined shows nothing. */
  text: string | null | undefined;
  /** Characters shown before the value is cut; the full value is then a click away. */
  max?: number;
  /** Line breaks as breaks (`keep`) or as ⏎ on one line (`mark`, the default). */
  newlines?: 'keep' | 'mark';
  /** `none` inside a link or a button, which cannot hold another one: it only ends in an ellipsis. */
  expand?: 'click' | 'none';
  /** What of it to mark, as a pattern with one group around the whole and the flag `g`. */
  mark?: RegExp | null;
  className?: string;
}

/**
 * The only way that text of attackers (titles, log lines, file names, indicator values) reaches the
 * page: as text, kept apart from the direction of its surroundings, with the characters that hide
 * or reorder made visible.
 */
export function Untrusted({
  text,
  max = DEFAULT_MAX,
  newlines = 'mark',
  expand = 'click',
  mark = null,
  className,
}: UntrustedProps) {
  const [extra, setExtra] = useState(0);
  if (text === null || text === undefined) return null;
  const { shown, isCut } = cutText(text, max + extra);
  return (
    <bdi
      className={cx(
        '[overflow-wrap:anywhere]',
        newlines === 'keep' && 'whitespace-pre-wrap',
        className,
      )}
    >
      {keyed(splitUntrusted(shown)).map(({ key, part }) => (
        <Part key={key} part={part} keepNewlines={newlines === 'keep'} mark={mark} />
      ))}
      {isCut && '…'}
      {expand === 'click' && (isCut || extra > 0) && (
        <button
          type="button"
          onClick={(event) => {
            event.stopPropagation();
            setExtra(isCut ? extra + STEP : 0);
          }}
          className="ml-1.5 rounded-sm text-xs font-medium text-accent-text underline underline-offset-2"
        >
          {isCut ? `Show more (${text.length.toLocaleString()} characters)` : 'Show less'}
        </button>
      )}
    </bdi>
  );
}

/** Parts have no identity of their own: their place in the text is their key. */
function keyed(parts: readonly TextPart[]): { key: string; part: TextPart }[] {
  return parts.map((part, place) => ({ key: String(place), part }));
}

interface PartProps {
  part: TextPart;
  keepNewlines: boolean;
  mark: RegExp | null;
}

function Part({ part, keepNewlines, mark }: PartProps) {
  switch (part.type) {
    case 'text':
      return mark ? <Marked text={part.value} mark={mark} /> : part.value;
    case 'newline':
      return keepNewlines ? '\n' : <span className="px-0.5 text-fg-faint">⏎</span>;
    case 'mark':
      return (
        <span className="mx-px rounded-sm bg-warn-soft px-0.5 font-mono text-[0.85em] text-warn">
          ⟨{part.code}
          {part.count > 1 && ` ×${part.count}`}⟩
        </span>
      );
  }
}

/** Splitting by a pattern with one group puts what matched at the odd places. */
function Marked({ text, mark }: { text: string; mark: RegExp }) {
  const pieces = text.split(mark).map((piece, place) => ({ piece, key: String(place) }));
  return pieces.map(({ piece, key }, place) =>
    place % 2 === 1 ? (
      <mark key={key} className="bg-transparent font-semibold text-accent-text">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
