import { CircleAlert } from 'lucide-react';
import type { InvitationPreview } from '../../../shared/areas/sync/joining.contract.ts';
import { tableText } from '../../../shared/areas/sync/record-words.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { countOf } from './sync.text.ts';

type Refusal = InvitationPreview['refused'][number];

/** Who sends such records; in the order in which they are listed. */
const SENT_BY: Readonly<Record<Refusal['reason'], string>> = {
  'officers-only': 'Compliance officers and administrators',
  'analysts-only': 'SOC analysts and administrators',
  'auditors-read': 'Everybody but auditors',
  'administrators-only': 'Administrators',
};
const REASONS = Object.keys(SENT_BY) as Refusal['reason'][];
const MOST_KINDS = 8;

/** What of a merge the others would not get, by kind, and whom to ask before. */
export function MergeRefusals({ preview }: { preview: InvitationPreview }) {
  const { refused, person, invitedBy } = preview;
  if (refused.length === 0) return null;
  const total = refused.reduce((sum, { count }) => sum + count, 0);
  return (
    <section
      aria-label="What the workspace does not take"
      className="flex gap-2.5 rounded-md border border-warn-mark/50 bg-warn-soft p-3 text-fg"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col gap-2">
        <p>
          {`The workspace does not take ${countOf(total, 'row', 'rows')} of what is here from the role ${person.role}. ${total === 1 ? 'It stays' : 'They stay'} on this workstation alone, unless the workspace has ${total === 1 ? 'it' : 'them'} already.`}
        </p>
        <dl className="flex flex-col gap-1 text-sm">
          {REASONS.map((reason) => {
            const found = refused.filter((one) => one.reason === reason);
            return (
              found.length > 0 && (
                <div key={reason}>
                  <dt className="inline text-fg-muted">{`${SENT_BY[reason]} send: `}</dt>
                  <dd className="inline [overflow-wrap:anywhere]">{kindsText(found)}</dd>
                </div>
              )
            );
          })}
        </dl>
        <p className="text-sm">
          {'Before you merge, ask '}
          {invitedBy === null ? (
            'an administrator of the workspace'
          ) : (
            <>
              <Untrusted text={invitedBy} max={120} expand="none" />, who invited you,
            </>
          )}
          {' for an invitation with a role that may send them.'}
        </p>
      </div>
    </section>
  );
}

/** The most frequent first: 'Control (93), Framework (2)'. */
function kindsText(refused: readonly Refusal[]): string {
  const sorted = [...refused].sort((a, b) => b.count - a.count);
  const text = ({ table, count }: Refusal) => `${tableText(table)} (${count.toLocaleString('en')})`;
  const rest = sorted.slice(MOST_KINDS);
  const more = rest.reduce((sum, { count }) => sum + count, 0);
  const kinds = sorted.slice(0, MOST_KINDS).map(text).join(', ');
  return rest.length === 0
    ? kinds
    : `${kinds} and ${countOf(rest.length, 'other kind', 'other kinds')} (${more.toLocaleString('en')})`;
}
