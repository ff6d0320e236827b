import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { CONTROL_STYLES, type FieldControl } from './field.tsx';
import { findTyped, moveInList, type Typed, typeLetter } from './select.keys.ts';

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** What typing finds, where the label is not plain text. */
  readonly text?: string;
}

interface SelectProps<V extends string> extends Partial<FieldControl> {
  value: V;
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  /** Names the control where no `Field` around it does. */
  label?: string;
  isDisabled?: boolean;
  placeholder?: string;
}

/**
 * One of many, in a list that opens (the 'select-only combobox' of the ARIA Authoring Practices):
 * the focus stays on the control, so nothing around the list has to be hidden.
 */
export function Select<V extends string>(props: SelectProps<V>) {
  const { value, onValueChange, options, label, isDisabled, placeholder, ...control } = props;
  const list = useOpenList(options, value, onValueChange);
  const trigger = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const optionId = (place: number) => `${listId}-${place}`;
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover.Root open={list.isOpen} onOpenChange={list.setOpen}>
      <Popover.Trigger asChild>
        <button
          {...control}
          ref={trigger}
          type="button"
          role="combobox"
          aria-label={label}
          aria-haspopup="listbox"
          aria-controls={list.isOpen ? listId : undefined}
          aria-expanded={list.isOpen}
          aria-activedescendant={list.isOpen ? optionId(list.at) : undefined}
          disabled={isDisabled}
          onKeyDown={list.onKeyDown}
          className={cx(
            CONTROL_STYLES,
            'flex h-8 items-center justify-between gap-2 text-left',
            chosen === undefined && 'text-fg-faint',
          )}
        >
          <span className="min-w-0 truncate">{chosen?.label ?? placeholder}</span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-fg-faint" />
        </button>
      </Popover.Trigger>
      {/* Within the dialog or the main landmark: what is outside of both is hard to find again. */}
      <Popover.Portal
        container={trigger.current?.closest('[role="dialog"]') ?? document.getElementById('main')}
      >
        <Popover.Content
          sideOffset={4}
          collisionPadding={8}
          align="start"
          role="presentation"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 max-h-(--radix-popover-content-available-height) min-w-(--radix-popover-trigger-width) max-w-96 animate-pop overflow-y-auto rounded-md bg-surface p-1 shadow-float outline-none"
        >
          <div
            role="listbox"
            id={listId}
            aria-label={label}
            aria-labelledby={label === undefined ? control.id : undefined}
            tabIndex={-1}
          >
            {options.map((option, place) => (
              <Option
                key={option.value}
                id={optionId(place)}
                isChosen={option.value === value}
                isActive={place === list.at}
                onPoint={() => list.setAt(place)}
                onChoose={() => list.choose(place)}
              >
                {option.label}
              </Option>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface OptionProps {
  id: string;
  isChosen: boolean;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}

function Option({ id, isChosen, isActive, onPoint, onChoose, children }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the control has the focus and takes the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={onPoint}
      // The focus stays where it is: on the control.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'relative flex min-h-7 cursor-pointer items-center rounded-sm py-1 pr-2 pl-7 text-sm text-fg select-none',
        isActive && 'bg-raised',
      )}
    >
      {isChosen && <Check aria-hidden className="absolute left-2 size-3.5 text-accent-text" />}
      {children}
    </div>
  );
}

const OPENING_KEYS: readonly string[] = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];

/** Whether the list is open, which option the keyboard is at, and what keys do. */
function useOpenList<V extends string>(
  options: readonly SelectOption<V>[],
  value: V,
  onValueChange: (value: V) => void,
) {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const typed = useRef<Typed>({ text: '', at: 0 });
  const setOpen = (open: boolean) => {
    if (open)
      setAt(
        Math.max(
          0,
          options.findIndex((option) => option.value === value),
        ),
      );
    setIsOpen(open);
  };
  const choose = (place: number) => {
    const option = options[place];
    setIsOpen(false);
    if (option && option.value !== value) onValueChange(option.value);
  };
  const type = (event: KeyboardEvent) => {
    typed.current = typeLetter(typed.current, event.key, event.timeStamp);
    const found = findTyped(options.map(textOf), typed.current.text, at);
    if (found >= 0) setAt(found);
  };
  /** Whether the key was the open list's. */
  const takeOpen = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const next = moveInList(key, at, options.length);
    if (next !== null) setAt(next);
    else if (key === 'Escape') setIsOpen(false);
    else if (key === 'Enter' || (key === ' ' && !isWithinWord(event, typed.current))) choose(at);
    else if (key.length === 1) type(event);
    else return false;
    return true;
  };
  const take = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (isOpen && event.key === 'Tab') choose(at);
    if (isOpen) return takeOpen(event);
    if (OPENING_KEYS.includes(event.key)) setOpen(true);
    return OPENING_KEYS.includes(event.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!take(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { isOpen, setOpen, at, setAt, choose, onKeyDown };
}

/** A blank between two letters that follow soon belongs to what is typed. */
function isWithinWord(event: KeyboardEvent, typed: Typed): boolean {
  return typeLetter(typed, ' ', event.timeStamp).text.length > 1;
}

function textOf(option: SelectOption<string>): string {
  return option.text ?? (typeof option.label === 'string' ? option.label : option.value);
}
