import { Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { QueryOption } from '../../../shared/areas/views/query-complete.ts';
import { QUERY_LENGTH } from '../../../shared/areas/views/query-language.ts';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useQueryOptions } from './query-options.ts';

interface QueryBoxProps {
  text: string;
  setText: (text: string) => void;
  inputRef: Ref<HTMLInputElement>;
  /** Id of the line that says what is wrong; null while nothing is. */
  errorId: string | null;
}

/**
 * The search box: words, or a query with fields. What can be typed is offered in a list (the 'editable combobox
 * with list autocomplete' of the ARIA Authoring Practices): the focus stays in the box.
 */
export function QueryBox({ text, setText, inputRef, errorId }: QueryBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(inputRef, () => input.current as HTMLInputElement);
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { place, options } = useQueryOptions(text, Math.min(caret, text.length), isOpen);
  const listId = useId();
  const isShown = isOpen && options.length > 0;
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });

  const choose = (option: QueryOption) => {
    if (!place) return;
    const isField = option.insert.endsWith(':');
    const rest = text.slice(place.to).replace(/^[^\s(),]*/, '');
    const insert = isField || rest.startsWith(' ') ? option.insert : `${option.insert} `;
    const next = text.slice(0, place.from) + insert + rest;
    wanted.current = place.from + insert.length;
    setText(next.slice(0, QUERY_LENGTH));
    setCaret(wanted.current);
    setAt(-1);
    setIsOpen(isField);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const taken = keyOf(event, { isShown, at, count: options.length });
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
    if (taken.type === 'open') setIsOpen(true);
    else if (taken.type === 'move') setAt(taken.to);
    else if (taken.type === 'choose') options[at] && choose(options[at]);
    else if (isShown) setIsOpen(false);
    else {
      // What is offered for an empty box would take the next Escape.
      setIsOpen(false);
      if (text) setText('');
      else event.currentTarget.blur();
    }
  };
  return (
    <div className="relative min-w-52 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-fg-faint"
      />
      <Input
        ref={input}
        type="text"
        role="combobox"
        value={text}
        maxLength={QUERY_LENGTH}
        onChange={(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionStart ?? event.target.value.length);
          setAt(-1);
          setIsOpen(true);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
        placeholder="Search alerts..."
        aria-label="Search alerts"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && at >= 0 ? `${listId}-${at}` : undefined}
        aria-invalid={errorId !== null}
        aria-describedby={errorId ?? undefined}
        autoComplete="off"
        spellCheck={false}
        className="pl-8"
      />
      {isShown && <OptionList id={listId} options={options} at={at} onChoose={choose} />}
    </div>
  );
}

type Taken =
  | { readonly type: 'open' | 'choose' | 'leave' }
  | { readonly type: 'move'; readonly to: number };

function keyOf(
  { key }: KeyboardEvent,
  { isShown, at, count }: { isShown: boolean; at: number; count: number },
): Taken | null {
  if (key === 'Escape') return { type: 'leave' };
  if (key === 'ArrowDown')
    return isShown ? { type: 'move', to: (at + 1) % count } : { type: 'open' };
  if (!isShown) return null;
  if (key === 'ArrowUp') return { type: 'move', to: at <= 0 ? count - 1 : at - 1 };
  if ((key === 'Enter' || key === 'Tab') && at >= 0) return { type: 'choose' };
  return null;
}

interface OptionListProps {
  id: string;
  options: readonly QueryOption[];
  at: number;
  onChoose: (option: QueryOption) => void;
}

function OptionList({ id, options, at, onChoose }: OptionListProps) {
  const active = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place decides which element is active
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Completions"
      tabIndex={-1}
      className="absolute top-full right-0 left-0 z-50 mt-1 max-h-72 max-w-160 animate-pop overflow-y-auto rounded-md bg-surface p-1 shadow-float"
    >
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and takes the keys
        <div
          key={`${option.insert} ${option.hint}`}
          ref={place === at ? active : undefined}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          // The focus stays where it is: in the box.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={cx(
            'flex min-h-7 cursor-pointer items-center gap-3 rounded-sm px-2 py-1 text-sm text-fg select-none hover:bg-raised',
            place === at && 'bg-raised',
          )}
        >
          <span className="min-w-0 shrink truncate font-mono">
            <Untrusted text={option.label} max={80} expand="none" />
          </span>
          <span className="min-w-0 flex-1 truncate text-fg-muted">
            <Untrusted text={option.hint} max={80} expand="none" />
          </span>
          {option.count !== null && (
            <span className="text-fg-muted tabular-nums">{option.count.toLocaleString()}</span>
          )}
        </div>
      ))}
    </div>
  );
}
