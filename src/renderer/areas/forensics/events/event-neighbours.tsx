import { useQuery } from '@tanstack/react-query';
import type { ListedEvent } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { eventNeighboursQuery } from './events.queries.ts';

interface EventNeighboursProps {
  investigationId: string;
  event: Pick<ListedEvent, 'id' | 'host'>;
  timeOf: (iso: string | null) => string;
  /** Absent where others are not opened. */
  onOpen: ((id: number) => void) | undefined;
}

/** What the same host, or the same file, recorded just before and after. */
export function EventNeighbours({ investigationId, event, timeOf, onOpen }: EventNeighboursProps) {
  const { data } = useQuery(eventNeighboursQuery(useClient(), investigationId, event.id));
  if (!data || data.before.length + data.after.length === 0) return null;
  return (
    <section aria-label="Just before and after" className="mt-4">
      <h3 className="mb-1 text-xs font-semibold text-fg-muted">
        {event.host === null
          ? 'Just before and after in the file'
          : 'Just before and after on the host'}
      </h3>
      <Rows label="Before" rows={data.before} {...{ timeOf, onOpen }} />
      <p className="border-t border-line bg-accent-soft px-1 py-1 text-xs text-fg">This event</p>
      <Rows label="After" rows={data.after} {...{ timeOf, onOpen }} />
    </section>
  );
}

interface RowsProps extends Pick<EventNeighboursProps, 'timeOf' | 'onOpen'> {
  label: string;
  rows: readonly ListedEvent[];
}

function Rows({ label, rows, timeOf, onOpen }: RowsProps) {
  return (
    <ul aria-label={label}>
      {rows.map((row) => {
        const text = <Untrusted text={row.summary} max={160} expand="none" />;
        return (
          <li
            key={row.id}
            className="grid grid-cols-[11.5rem_minmax(0,1fr)] gap-x-3 border-t border-line px-1 py-1 text-xs"
          >
            <span className="text-fg-muted tabular-nums">{timeOf(row.alignedTime)}</span>
            {onOpen ? (
              <button
                type="button"
                className="truncate rounded-sm text-left text-accent-text hover:underline"
                onClick={() => onOpen(row.id)}
              >
                {text}
              </button>
            ) : (
              <span className="truncate">{text}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
