import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

const isMac = () => navigator.platform.startsWith('Mac');

/** Finds alerts by any word in them; Ctrl or Cmd with K leads here from anywhere. */
export function SearchBox() {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const focusOnShortcut = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isShortcut || event.shiftKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', focusOnShortcut);
    return () => window.removeEventListener('keydown', focusOnShortcut);
  }, []);

  function search(event: FormEvent) {
    event.preventDefault();
    const q = text.trim();
    navigate(q ? `/alerts?q=${encodeURIComponent(q)}` : '/alerts');
  }

  return (
    <search className="flex min-w-0 flex-1 justify-end lg:justify-center">
      <form onSubmit={search} className="relative w-full max-w-sm">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-2 left-2.5 size-4 text-fg-faint"
        />
        <input
          ref={input}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label="Search"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search all alerts"
          className="h-8 w-full rounded-md border border-line-strong/60 bg-sunken pr-14 pl-8 text-fg placeholder:text-fg-faint focus-visible:outline-offset-0"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1.5 right-2 hidden rounded-sm border border-line bg-raised px-1 text-xs leading-4.5 text-fg-muted sm:block"
        >
          {isMac() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </form>
    </search>
  );
}
