import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import {
  type Mentionable,
  type MentionStart,
  mentionBeforeCaret,
  offeredFor,
} from '../../../shared/areas/discussion/mentions.ts';
import { cx } from '../../ui/cx.ts';
import { CONTROL_STYLES } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

interface MentionTextareaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Ctrl or Cmd with Enter. */
  onSend: () => void;
  people: readonly Mentionable[];
  placeholder?: string;
  maxLength: number;
  id?: string;
}

/** Text in which an @ offers names (a text box with list autocomplete, as ARIA 1.2 has it; a text of lines cannot be a combobox). */
export function MentionTextarea(props: MentionTextareaProps) {
  const { label, value, onChange, onSend, people, placeholder, maxLength, id } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [start, setStart] = useState<MentionStart | null>(null);
  const [at, setAt] = useState(0);
  const offered = start ? offeredFor(start.typed, people) : [];
  const isOpen = offered.length > 0;
  const look = (text: string, caret: number) => {
    setStart(mentionBeforeCaret(text, caret));
    setAt(0);
  };
  const pick = (person: Mentionable) => {
    if (!start) return;
    const caret = start.at + 1 + start.typed.length;
    const before = `${value.slice(0, start.at)}@${person.name} `;
    onChange(before + value.slice(caret));
    setStart(null);
    placeCaret(field, before.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (!isOpen) return;
    const chosen = offered[at];
    if (event.key === 'ArrowDown') setAt((at + 1) % offered.length);
    else if (event.key === 'ArrowUp') setAt((at + offered.length - 1) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) pick(chosen);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      setStart(null);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <textarea
        ref={field}
        id={id}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        rows={3}
        onChange={(event) => {
          onChange(event.target.value);
          look(event.target.value, event.target.selectionStart);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setStart(null)}
        className={cx(CONTROL_STYLES, 'min-h-16 resize-y py-1.5')}
      />
      <p aria-live="polite" className="sr-only">
        {isOpen && `${offered.length} people to mention`}
      </p>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="People"
          className="absolute inset-x-0 top-full z-30 mt-1 rounded-md bg-surface p-1 shadow-float"
        >
          {offered.map((person, n) => (
            <div
              key={person.id}
              id={`${listId}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === at}
              onPointerDown={(event) => {
                event.preventDefault();
                pick(person);
              }}
              className={cx('cursor-pointer rounded-sm px-2 py-1', n === at && 'bg-raised')}
            >
              <Untrusted text={person.name} max={80} expand="none" />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** After the text has been drawn anew. */
function placeCaret(field: RefObject<HTMLTextAreaElement | null>, caret: number): void {
  requestAnimationFrame(() => {
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
  });
}
