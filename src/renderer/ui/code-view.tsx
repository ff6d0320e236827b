import { useMemo, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { parseJsonNode } from './json-node.ts';
import { JsonTree } from './json-tree.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { Segmented } from './segmented.tsx';
import { Switch } from './switch.tsx';
import { Untrusted } from './untrusted.tsx';

/** Lines shown at a time, and characters of one: a hostile text stays cheap. */
const LINES_STEP = 500;
const LINE_CHARS = 2_000;

interface CodeViewProps {
  /** Names the part: 'Raw record of the alert'. */
  label: string;
  text: string;
  /** Shown before the buttons: format, size. */
  note?: string;
}

type Look = 'tree' | 'text';

/** Text as it was written, with line numbers; JSON as a tree as well. Nothing of it runs or loads. */
export function CodeView({ label, text, note }: CodeViewProps) {
  const [look, setLook] = useState<Look>('tree');
  const [wraps, setWraps] = useState(true);
  const tree = useMemo(() => parseJsonNode(text), [text]);
  const isTree = tree !== null && look === 'tree';
  return (
    <div className="min-w-0 rounded-md border border-line bg-sunken">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2.5 py-1.5">
        {tree !== null && (
          <Segmented
            label="Shown as"
            size="sm"
            value={look}
            onValueChange={setLook}
            segments={[
              { value: 'tree', label: 'Tree' },
              { value: 'text', label: 'Text' },
            ]}
          />
        )}
        <span className="min-w-0 flex-1 truncate text-xs text-fg-muted">{note}</span>
        {!isTree && (
          <Switch label="Wrap lines" isOn={wraps} onChange={setWraps} className="gap-2 text-xs" />
        )}
        <CopyButton text={text} />
      </div>
      <ScrollRegion label={label} className="max-h-112 p-2.5">
        {isTree ? <JsonTree node={tree} /> : <Lines text={text} wraps={wraps} />}
      </ScrollRegion>
    </div>
  );
}

function Lines({ text, wraps }: { text: string; wraps: boolean }) {
  const [shown, setShown] = useState(LINES_STEP);
  const lines = useMemo(() => text.split(/\r\n|\n/), [text]);
  const rest = lines.length - shown;
  return (
    <>
      <ol className="font-mono text-xs leading-5">
        {numbered(lines.slice(0, shown)).map(({ number, line }) => (
          <li key={number} className="flex gap-3">
            <span
              aria-hidden
              className="min-w-8 shrink-0 text-right text-fg-faint tabular-nums select-none"
            >
              {number}
            </span>
            <span className={wraps ? 'min-w-0 flex-1' : 'whitespace-pre'}>
              <Untrusted text={line} max={LINE_CHARS} newlines={wraps ? 'keep' : 'mark'} />
            </span>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <button
          type="button"
          onClick={() => setShown(shown + LINES_STEP)}
          className="mt-1 rounded-sm text-xs text-accent-text underline underline-offset-2"
        >
          Show {Math.min(rest, LINES_STEP)} of {rest.toLocaleString()} more lines
        </button>
      )}
    </>
  );
}

/** A line's number is its identity. */
function numbered(lines: readonly string[]): { number: number; line: string }[] {
  return lines.map((line, n) => ({ number: n + 1, line }));
}
