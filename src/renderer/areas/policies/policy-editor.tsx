import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { POLICY_CONTENT_MAX } from '../../../shared/areas/policies/policies.rules.ts';
import { countWords, placeholdersOf } from '../../../shared/areas/policies/policy-texts.rules.ts';
import { cx } from '../../ui/cx.ts';
import { CONTROL_STYLES, type FieldControl } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import {
  changedStretch,
  type Edited,
  editMarkdown,
  type MarkdownCommand,
} from './markdown-edit.ts';
import { PolicyText } from './policy-text.tsx';
import { PolicyToolbar } from './policy-toolbar.tsx';

export interface PolicyEditorProps {
  /** Markdown. */
  readonly value: string;
  readonly onChange: (markdown: string) => void;
  /** What is saved: leaving the page asks where `value` differs from it. */
  readonly savedValue?: string;
  /** Of a `Field` around it. */
  readonly control?: FieldControl;
  readonly isDisabled?: boolean;
}

type Mode = 'write' | 'both' | 'preview';
const MODES = [
  { value: 'write', label: 'Write' },
  { value: 'both', label: 'Side by side' },
  { value: 'preview', label: 'Preview' },
] as const;
const KEYS: Readonly<Record<string, MarkdownCommand>> = { b: 'bold', i: 'italic' };

/** The text of a policy, written and seen. Tab leaves it, as it does any field. */
export function PolicyEditor(props: PolicyEditorProps) {
  const { value, onChange, savedValue, control, isDisabled = false } = props;
  const [mode, setMode] = useState<Mode>('both');
  // Laying a long text out takes longer than a key stroke: it follows when there is time.
  const seen = useDeferredValue(value);
  const { area, run } = useEdit(value, onChange);
  useUnsaved(savedValue !== undefined && value !== savedValue);
  const onKeyDown = (event: KeyboardEvent) => {
    const command = KEYS[event.key.toLowerCase()];
    if (command === undefined || event.altKey || event.shiftKey) return;
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    run(command);
  };
  return (
    <div className="@container flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PolicyToolbar isDisabled={isDisabled || mode === 'preview'} onCommand={run} />
        <Segmented
          label="View of the text"
          size="sm"
          value={mode}
          onValueChange={setMode}
          segments={MODES}
        />
      </div>
      <div className={cx('grid min-w-0 gap-2', mode === 'both' && '@2xl:grid-cols-2')}>
        {mode !== 'preview' && (
          <textarea
            aria-label={control === undefined ? 'Text of the policy' : undefined}
            {...control}
            ref={area}
            value={value}
            maxLength={POLICY_CONTENT_MAX}
            disabled={isDisabled}
            spellCheck
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
            className={cx(CONTROL_STYLES, 'h-96 resize-y py-2 font-mono text-sm leading-relaxed')}
          />
        )}
        {mode !== 'write' && (
          <ScrollRegion
            label="Preview"
            className="h-96 min-w-0 resize-y rounded-md border border-line bg-surface px-3 py-2"
          >
            {seen.trim() === '' ? (
              <p className="text-fg-muted">Nothing to show yet.</p>
            ) : (
              <PolicyText markdown={seen} />
            )}
          </ScrollRegion>
        )}
      </div>
      <TextFacts text={seen} />
    </div>
  );
}

function TextFacts({ text }: { text: string }) {
  const words = countWords(text);
  const left = placeholdersOf(text);
  return (
    <p className="flex flex-wrap gap-x-4 text-xs text-fg-muted tabular-nums">
      <span>
        {words.toLocaleString()} {words === 1 ? 'word' : 'words'}
      </span>
      {left.length > 0 && (
        <span className="text-warn">
          {left.length === 1 ? 'One placeholder is' : `${left.length} placeholders are`} not filled:{' '}
          {left.map((name) => `{{${name}}}`).join(', ')}
        </span>
      )}
    </p>
  );
}

/** Commands on the selection, typed into the field so that undo takes them back. */
function useEdit(value: string, onChange: (markdown: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [wanted, setWanted] = useState<Edited | null>(null);
  useLayoutEffect(() => {
    if (wanted === null || area.current?.value !== wanted.text) return;
    area.current.setSelectionRange(wanted.start, wanted.end);
    setWanted(null);
  }, [wanted]);
  const run = (command: MarkdownCommand) => {
    const field = area.current;
    if (!field) return;
    const after = editMarkdown(
      { text: value, start: field.selectionStart, end: field.selectionEnd },
      command,
    );
    if (after.text.length > POLICY_CONTENT_MAX) return;
    const { start, end, typed } = changedStretch(value, after.text);
    field.focus();
    field.setSelectionRange(start, end);
    // The only call that types into a field so that its own undo knows of it.
    const isTyped =
      typed === ''
        ? start !== end && document.execCommand('delete')
        : document.execCommand('insertText', false, typed);
    if (!isTyped) onChange(after.text);
    setWanted(after);
  };
  return { area, run };
}
