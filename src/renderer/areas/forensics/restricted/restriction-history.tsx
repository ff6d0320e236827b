import type { Restriction } from '../../../../shared/areas/forensics/restriction.contract.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';

type Change = Restriction['history'][number];

const namesOf = (people: Change['after']): string =>
  people === null ? 'everybody whose role may' : people.map(({ name }) => name).join(', ');

/** Who decided what about it, newest first. */
export function RestrictionHistory({ history }: Pick<Restriction, 'history'>) {
  if (history.length === 0) return null;
  return (
    <section className="mt-5 flex flex-col gap-2">
      <h3 className="text-sm font-medium text-fg">Before</h3>
      <ol className="flex flex-col gap-2 border-l border-line pl-3 text-fg-muted">
        {history.map(({ at, by, reason, after }) => (
          <li key={at}>
            <span className="text-fg">
              <Untrusted text={by?.name ?? 'Another workstation'} max={80} expand="none" />
            </span>
            : seen by <Untrusted text={namesOf(after)} max={300} /> since <DateTime value={at} />
            {reason !== null && (
              <p className="text-xs">
                <Untrusted text={reason} max={300} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
