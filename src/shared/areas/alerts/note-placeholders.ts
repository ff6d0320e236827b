/** Placeholders of notes, filled from the alert that is closed. */
import type { Alert } from './alerts.contract.ts';

type Named = Pick<
  Alert,
  | 'id'
  | 'title'
  | 'severity'
  | 'source'
  | 'sourceHost'
  | 'sourceUser'
  | 'sourceIp'
  | 'destIp'
  | 'detector'
  | 'category'
> & { readonly techniques: readonly string[]; readonly createdAt: string | number };

/** Longest value that is put in for a placeholder: a note is read, not a log. */
const VALUE_MAX = 255;

const READERS = {
  host: (alert) => alert.sourceHost,
  user: (alert) => alert.sourceUser,
  address: (alert) => alert.sourceIp,
  destination: (alert) => alert.destIp,
  title: (alert) => alert.title,
  severity: (alert) => alert.severity,
  source: (alert) => alert.source,
  detector: (alert) => alert.detector,
  category: (alert) => alert.category,
  techniques: (alert) => alert.techniques.join(', '),
  time: (alert) => new Date(alert.createdAt).toISOString(),
  id: (alert) => alert.id,
} as const satisfies Record<string, (alert: Named) => string | null>;

export const NOTE_PLACEHOLDERS = Object.keys(READERS) as readonly (keyof typeof READERS)[];

/**
 * A note with its placeholders filled; what the alert does not say is '—', and what is no placeholder
 * stays as it is. A value is put in once: braces within it mean nothing.
 */
export function fillNote(note: string, alert: Named): string {
  return note.replace(/\{([a-z]+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(READERS, name)) return whole;
    const value = READERS[name as keyof typeof READERS](alert);
    return value ? [...value].slice(0, VALUE_MAX).join('') : '—';
  });
}
