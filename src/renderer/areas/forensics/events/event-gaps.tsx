import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../api/client-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { eventsText, eventTimeFormat, lengthText } from './event-words.ts';
import { type Asked, eventGapsQuery } from './events.queries.ts';

interface EventGapsProps extends Asked {
  nameOf: (sourceId: string) => string;
  onSpan: (span: { fromMs: number; toMs: number }) => void;
}

/** Silences and bursts far beyond what is usual for a file; asked for when it is opened. */
export function EventGaps(props: EventGapsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-lg border border-line bg-surface px-3 py-2"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer text-xs font-semibold text-fg-muted">
        Gaps and bursts
      </summary>
      {isOpen && <List {...props} />}
    </details>
  );
}

function List({ nameOf, onSpan, ...asked }: EventGapsProps) {
  const query = useQuery(eventGapsQuery(useClient(), asked));
  const timeOf = eventTimeFormat(useTimeZone());
  return (
    <Loaded query={query} failed="Gaps and bursts could not be found">
      {(list) =>
        list.length === 0 ? (
          <p className="py-1 text-xs text-fg-muted">
            No file is silent or busy far beyond its usual.
          </p>
        ) : (
          <ul aria-label="Gaps and bursts" className="flex max-h-56 flex-col overflow-y-auto">
            {list.map((one) => (
              <li
                key={`${one.sourceId} ${one.type} ${one.from}`}
                className="flex flex-wrap items-center gap-x-3 border-t border-line py-1 text-xs"
              >
                <Badge tone={one.type === 'gap' ? 'warn' : 'accent'}>
                  {one.type === 'gap' ? 'Gap' : 'Burst'}
                </Badge>
                <span className="tabular-nums">
                  {timeOf(one.from)}, {lengthText(Date.parse(one.to) - Date.parse(one.from))}
                </span>
                <span className="min-w-0 flex-1 text-fg-muted">
                  <Untrusted text={nameOf(one.sourceId)} max={80} expand="none" />
                  {one.type === 'gap'
                    ? `: usually ${lengthText(one.usual)} between two events`
                    : `: ${eventsText(one.events)}, usually ${Math.round(one.usual).toLocaleString()}`}
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  label={`Show the time around this ${one.type}`}
                  onClick={() => onSpan(around(Date.parse(one.from), Date.parse(one.to)))}
                >
                  Show
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** With a tenth of its length on either side, at least a second. */
function around(from: number, to: number): { fromMs: number; toMs: number } {
  const margin = Math.max(1_000, Math.round((to - from) / 10));
  return { fromMs: from - margin, toMs: to + margin };
}
