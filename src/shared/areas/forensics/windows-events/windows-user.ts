/** Whose event of Windows it is: the subject's, the target's, or of the fields it names users in. */
import type { EventFields } from '../events/event.types.ts';
import { firstField, firstOf } from '../logs/fields.ts';
import type { Whose } from './windows-events.types.ts';

const SUBJECT = ['SubjectUserName', 'SubjectUserSid'];
const TARGET = ['TargetUserName', 'TargetUserSid', 'TargetSid'];
const EVENTS_OWN = [
  'User',
  'UserName',
  'AccountName',
  'Detection User',
  'UserContext',
  'SourceUser',
];

export function userOf(fields: EventFields, whose: Whose | undefined): string | null {
  if (whose === 'subject') return named(fields, 'SubjectDomainName', SUBJECT);
  if (whose === 'target') return named(fields, 'TargetDomainName', TARGET);
  return (
    firstOf(fields, EVENTS_OWN) ??
    (whose === undefined ? named(fields, 'SubjectDomainName', SUBJECT) : null) ??
    firstOf(fields, ['Security_UserID'])
  );
}

function named(fields: EventFields, domain: string, names: readonly string[]): string | null {
  const user = firstOf(fields, names);
  const of = firstField(fields, domain);
  return user === null || of === '' || of === '-' || user.includes('\\') ? user : `${of}\\${user}`;
}
