import { useCallback } from 'react';
import { useAddressParams } from '../../ui/use-address-params.ts';

/** What the address of the audits holds, and how to change a part of it: null takes it out. */
export function useAuditAddress(): {
  get: (key: string) => string | null;
  set: (changes: Readonly<Record<string, string | null>>) => void;
} {
  const [params, setParams] = useAddressParams();
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setParams((now) => {
        const next = new URLSearchParams(now);
        for (const [key, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(key);
          else next.set(key, value);
        }
        return next;
      }),
    [setParams],
  );
  return { get: (key) => params.get(key), set };
}
