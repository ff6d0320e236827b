import type { Severity } from '../../../../../shared/kernel/severity.ts';
import {
  addressOf,
  cleanText,
  DESCRIPTION_MAX,
  label,
  TITLE_MAX,
} from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';

/** What a record says, in whatever types a server sent it. */
interface AlertParts {
  readonly title: unknown;
  readonly description: unknown;
  /** Null: the source named none that is known. */
  readonly severity: Severity | null;
  readonly source: string;
  readonly host?: unknown;
  readonly user?: unknown;
  readonly sourceIp?: unknown;
  readonly destIp?: unknown;
  readonly detector?: string | null;
  readonly category?: unknown;
  readonly techniques?: readonly string[];
  /** When it began: a finding that comes again must lie where it lay. */
  readonly time: unknown;
}

/** An alert of these parts; rejected where it has no title or a time that can't be read. */
export function makeAlert(parts: AlertParts, tally: ImportTally): ParseOutcome {
  const title = titleOf(parts.title);
  if (title === null) return { type: 'rejected', reason: 'no title' };
  const written = parts.time === '' ? null : parts.time;
  const time = tally.place(written);
  if (time === null) return { type: 'rejected', reason: tally.problemOf(written) };
  const description = typeof parts.description === 'string' ? parts.description.trim() : '';
  return {
    type: 'alert',
    alert: {
      title,
      description: cleanText(description, DESCRIPTION_MAX),
      severity: tally.severity(parts.severity),
      source: parts.source,
      sourceHost: label(parts.host),
      sourceUser: label(parts.user),
      sourceIp: addressOf(parts.sourceIp),
      destIp: addressOf(parts.destIp),
      detector: label(parts.detector),
      category: label(parts.category),
      techniques: parts.techniques ?? [],
      createdAt: time.createdAt,
      timeBasis: time.timeBasis,
      own: null,
    },
  };
}

function titleOf(value: unknown): string | null {
  if (typeof value !== 'string') return label(value);
  const text = value.trim();
  const end = text.indexOf('\n');
  const line = end === -1 ? text : text.slice(0, end).trimEnd();
  return line === '' ? null : cleanText(line, TITLE_MAX);
}
