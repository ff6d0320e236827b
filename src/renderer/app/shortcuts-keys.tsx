import { Fragment } from 'react';
import { keyCaps, spokenKeys } from './shortcuts.ts';

export const isMac = () => navigator.platform.startsWith('Mac');

/** Keys as caps; read out as words. */
export function ShortcutKeys({ keys }: { keys: string }) {
  const mac = isMac();
  return (
    <>
      <span aria-hidden className="flex shrink-0 items-center gap-1">
        {keyCaps(keys, mac).map((caps, place) => (
          <Fragment key={caps.join('+')}>
            {place > 0 && <span className="text-xs text-fg-muted">then</span>}
            {caps.map((cap) => (
              <kbd
                key={cap}
                className="min-w-5 rounded-sm border border-line-strong/60 bg-raised px-1 text-center font-sans text-xs leading-4.5 text-fg-muted"
              >
                {cap}
              </kbd>
            ))}
          </Fragment>
        ))}
      </span>
      <span className="sr-only">{spokenKeys(keys, mac)}</span>
    </>
  );
}
