import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { keyPlaceOf } from '../ui/key-place.ts';
import { GO_PLACES } from './go-keys.places.ts';
import { createGoKeys, type GoPress } from './go-keys.ts';

/**
 * `g`, then a letter, goes to a screen. Listens before the screens do, so that the second letter
 * is not also taken for one of theirs.
 */
export function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const pathOf = createGoKeys(GO_PLACES);
    const onKeyDown = (event: KeyboardEvent) => {
      const result = pathOf(pressOf(event));
      if (result.type === 'ignored') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (result.type === 'go') navigate(result.path);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [navigate]);
}

function pressOf(event: KeyboardEvent): GoPress {
  const { inField, inLayer } = keyPlaceOf(event);
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  return {
    key: event.key.toLowerCase(),
    at: event.timeStamp,
    isElsewhere: inField || inLayer || hasModifier,
  };
}
