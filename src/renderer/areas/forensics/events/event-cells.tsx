import type { ReactNode } from 'react';
import type { ListedEvent } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';

interface EventCellsProps {
  event: ListedEvent;
  timeOf: (iso: string | null) => string;
  isMarked: boolean;
  nameOf: (sourceId: string) => string;
  chip?: ((event: ListedEvent) => ReactNode) | undefined;
}

export function EventCells({ event, timeOf, isMarked, nameOf, chip }: EventCellsProps) {
  return (
    <>
      <td className="truncate tabular-nums">
        {isMarked && (
          <span
            title="On the timeline"
            className="mr-1.5 inline-block size-2 rounded-full bg-accent"
          >
            <span className="sr-only">On the timeline, </span>
          </span>
        )}
        {timeOf(event.alignedTime)}
      </td>
      <TextCell text={event.host} />
      <TextCell text={event.user} />
      <td className="truncate text-fg-muted">{event.kind}</td>
      <td className="flex min-w-0 items-center gap-2">
        {chip?.(event)}
        <span className="min-w-0 truncate">
          <Untrusted text={event.summary} max={300} expand="none" />
        </span>
      </td>
      <TextCell text={nameOf(event.sourceId)} />
    </>
  );
}

function TextCell({ text }: { text: string | null }) {
  return (
    <td className="truncate text-fg-muted">
      {text === null ? '—' : <Untrusted text={text} max={120} expand="none" />}
    </td>
  );
}
