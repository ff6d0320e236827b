import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventFilter } from '../../../../shared/areas/forensics/events/event-query.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { fieldOptions } from './event-filters.tsx';
import { eventsText, valuesText } from './event-words.ts';
import { type Asked, eventStackQuery } from './events.queries.ts';

const ORDERS = [
  { value: 'rare', label: 'Rare first' },
  { value: 'common', label: 'Common first' },
] as const;

interface EventStackPanelProps extends Asked {
  fields: readonly string[];
  onFilter: (filter: EventFilter) => void;
}

/** How often each value of a field occurs; what is rare is what an intruder leaves. */
export function EventStackPanel({ fields, onFilter, ...asked }: EventStackPanelProps) {
  const [field, setField] = useState<string>('@code');
  const [order, setOrder] = useState<'rare' | 'common'>('rare');
  const found = useQuery(eventStackQuery(useClient(), { ...asked, field, order }));
  return (
    <section
      aria-label="Stack by"
      className="flex min-h-0 flex-col gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <h3 className="text-xs font-semibold text-fg-muted">Stack by</h3>
      <Select
        label="Stack by"
        value={field}
        onValueChange={setField}
        options={fieldOptions(fields)}
      />
      <Segmented label="Order" size="sm" value={order} onValueChange={setOrder} segments={ORDERS} />
      <Loaded query={found} failed="The values could not be counted">
        {({ entries, values, events }) => (
          <>
            <p className="text-xs text-fg-muted tabular-nums">
              {valuesText(values)} in {eventsText(events)}
            </p>
            <ScrollRegion label="Values" className="min-h-0 flex-1">
              <ul>
                {entries.map(({ value, count }) => (
                  <li key={value === null ? 'none' : `=${value}`}>
                    <button
                      type="button"
                      onClick={() =>
                        onFilter(
                          value === null ? { field, op: 'missing' } : { field, op: 'is', value },
                        )
                      }
                      title="Show only these"
                      className="flex min-h-6 w-full items-center gap-2 rounded-sm px-1 py-0.5 text-left text-xs hover:bg-raised"
                    >
                      <span className="min-w-0 flex-1 truncate">
                        {value === null || value === '' ? (
                          <span className="text-fg-faint">
                            {value === null ? 'missing' : '(empty)'}
                          </span>
                        ) : (
                          <Untrusted text={value} max={120} expand="none" />
                        )}
                      </span>
                      <span className="text-fg-muted tabular-nums">{count.toLocaleString()}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          </>
        )}
      </Loaded>
    </section>
  );
}
