import { Search } from 'lucide-react';
import { useServices } from './services-context.tsx';
import { keyCaps, PALETTE_KEYS } from './shortcuts.ts';
import { isMac } from './shortcuts-keys.tsx';

/** Looks like the field it opens: the palette, which searches everything. */
export function SearchBox() {
  const { palette } = useServices();
  return (
    <search className="flex min-w-0 flex-1 justify-end lg:justify-center">
      <div className="relative w-full max-w-sm min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => palette.getState().show('palette')}
          className="flex h-8 w-full min-w-0 items-center gap-2 rounded-md border border-line-strong/60 bg-sunken pr-2 pl-2.5 text-left hover:border-line-strong sm:pr-16"
        >
          <Search aria-hidden className="size-4 shrink-0 text-fg-faint" />
          <span className="min-w-0 flex-1 truncate text-fg-faint">Search everything</span>
        </button>
        {/* Beside the button, not in it: the keys are no part of its name. */}
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1.5 right-2 hidden rounded-sm border border-line bg-raised px-1 font-sans text-xs leading-4.5 text-fg-muted sm:block"
        >
          {keyCaps(PALETTE_KEYS, isMac()).flat().join(' ')}
        </kbd>
      </div>
    </search>
  );
}
