/** The last searches that led somewhere, kept in this browser for each account. */
export interface RecentSearches {
  read(): readonly string[];
  remember(typed: string): void;
  forget(): void;
}

export const RECENT_MAX = 6;
const RECENT_LENGTH_MAX = 200;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Storage may be refused (private windows): nothing is then remembered. */
export function createRecentSearches(storage: () => Storage, account: string): RecentSearches {
  const key = `watchfloor.searches.${account}`;
  const attempt = <T>(run: (storage: Storage) => T, otherwise: T): T => {
    try {
      return run(storage());
    } catch {
      return otherwise;
    }
  };
  const read = () => attempt((kept) => parse(kept.getItem(key)), []);
  return {
    read,
    remember(typed) {
      const text = typed.trim().slice(0, RECENT_LENGTH_MAX);
      if (!text) return;
      const next = [text, ...read().filter((other) => other !== text)].slice(0, RECENT_MAX);
      attempt((kept) => kept.setItem(key, JSON.stringify(next)), undefined);
    },
    forget: () => attempt((kept) => kept.removeItem(key), undefined),
  };
}

function parse(stored: string | null): string[] {
  const value: unknown = JSON.parse(stored ?? '[]');
  if (!Array.isArray(value)) return [];
  return value.filter((entry): entry is string => typeof entry === 'string').slice(0, RECENT_MAX);
}
