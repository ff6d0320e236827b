import { useState } from 'react';

const STORAGE_KEY = 'watchfloor.controls.all';

/** Whether the list shows everything: asked for once, it stays so in this browser. */
export function useShowAll(): readonly [boolean, () => void] {
  const [isAll, setIsAll] = useState(readKept);
  return [
    isAll,
    () => {
      setIsAll(true);
      keep();
    },
  ];
}

/** Storage may be refused (private windows): the choice then lasts as long as the page. */
function readKept(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) === 'true';
  } catch {
    return false;
  }
}

function keep(): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, 'true');
  } catch {
    return;
  }
}
