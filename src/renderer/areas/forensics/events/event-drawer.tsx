import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventFilter } from '../../../../shared/areas/forensics/events/event-query.ts';
import type { EventDetail } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { EventNeighbours } from './event-neighbours.tsx';
import { BUILT_IN_LABELS, eventTimeFormat } from './event-words.ts';
import { eventQuery } from './events.queries.ts';

interface EventDrawerProps {
  investigationId: string;
  eventId: number;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onFilter: (filter: EventFilter) => void;
  /** Opens another event, one beside this. */
  onOpen?: ((id: number) => void) | undefined;
  actions?: ((event: EventDetail) => ReactNode) | undefined;
}

/** One event with all that its source wrote, and where it stands in the file. */
export function EventDrawer(props: EventDrawerProps) {
  const found = useQuery(eventQuery(useClient(), props.investigationId, props.eventId));
  return (
    <Drawer open size="side" onClose={props.onClose} title="Event">
      <div className="flex items-center gap-1 border-b border-line px-4 py-2 pr-14">
        <Step
          label="Previous event"
          icon={<ChevronLeft aria-hidden />}
          onClick={props.onPrevious}
        />
        <Step label="Next event" icon={<ChevronRight aria-hidden />} onClick={props.onNext} />
      </div>
      <Loaded query={found} failed="The event could not be loaded">
        {(event) => <Content {...props} event={event} />}
      </Loaded>
    </Drawer>
  );
}

function Step({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  onClick: (() => void) | null;
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={icon}
      label={label}
      disabled={onClick === null}
      onClick={onClick ?? undefined}
    />
  );
}

function Content({
  event,
  investigationId,
  onFilter,
  onOpen,
  actions,
}: { event: EventDetail } & Pick<
  EventDrawerProps,
  'investigationId' | 'onFilter' | 'onOpen' | 'actions'
>) {
  const timeOf = eventTimeFormat(useTimeZone());
  const nanos = (count: number) => (count === 0 ? '' : ` + ${count.toLocaleString()} ns`);
  const isAligned = event.alignedTime !== event.time || event.alignedNanos !== event.timeNanos;
  const builtIn = [
    ['@kind', event.kind],
    ['@host', event.host],
    ['@user', event.user],
    ['@provider', event.provider],
    ['@code', event.code],
  ] as const;
  return (
    <ScrollRegion label="Event" className="min-h-0 flex-1 px-4 py-3">
      <h2 className="text-sm font-semibold text-fg">
        <Untrusted text={event.summary} max={1_000} />
      </h2>
      <div className="mt-2 flex flex-wrap gap-2">{actions?.(event)}</div>
      <dl className="mt-3 grid grid-cols-[8rem_1fr] gap-x-3 gap-y-1 text-xs">
        <Fact name="Recorded">{timeOf(event.time) + nanos(event.timeNanos)}</Fact>
        {isAligned && (
          <Fact name="Aligned">{timeOf(event.alignedTime) + nanos(event.alignedNanos)}</Fact>
        )}
        <Fact name="File">
          <Untrusted text={event.source?.name ?? '—'} max={300} />
        </Fact>
        <Fact name="Offset">
          {event.offset === null ? '—' : `${event.offset.toLocaleString()} bytes`}
        </Fact>
        <Fact name="Record">
          <Untrusted text={event.record ?? '—'} max={100} />
        </Fact>
      </dl>
      <h3 className="mt-4 mb-1 text-xs font-semibold text-fg-muted">Fields</h3>
      <dl>
        {builtIn.map(([field, value]) => (
          <FieldRow
            key={field}
            name={BUILT_IN_LABELS[field]}
            field={field}
            values={value === null ? [] : [value]}
            onFilter={onFilter}
          />
        ))}
        {event.fields.map(({ name, values }) => (
          <FieldRow key={`.${name}`} name={name} field={name} values={values} onFilter={onFilter} />
        ))}
      </dl>
      <EventNeighbours {...{ investigationId, event, timeOf, onOpen }} />
    </ScrollRegion>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}

interface FieldRowProps {
  name: string;
  field: string;
  values: readonly string[];
  onFilter: (filter: EventFilter) => void;
}

function FieldRow({ name, field, values, onFilter }: FieldRowProps) {
  return (
    <div className="group grid grid-cols-[8rem_1fr] gap-x-3 border-t border-line py-0.5 text-xs">
      <dt className="py-1 text-fg-muted">
        <Untrusted text={name} max={80} />
      </dt>
      <dd className="flex min-w-0 flex-col gap-0.5">
        {values.length === 0 && <span className="py-1">—</span>}
        {[...new Set(values)].map((value) => (
          <span key={value} className="flex items-start gap-1">
            <span className="min-w-0 flex-1 py-1 font-mono">
              <Untrusted text={value} max={600} newlines="keep" />
            </span>
            <Filter
              label={`Only events with this ${name}`}
              onClick={() => onFilter({ field, op: 'is', value })}
            >
              <Plus aria-hidden className="size-3.5" />
            </Filter>
            <Filter
              label={`No events with this ${name}`}
              onClick={() => onFilter({ field, op: 'isNot', value })}
            >
              <Minus aria-hidden className="size-3.5" />
            </Filter>
          </span>
        ))}
      </dd>
    </div>
  );
}

function Filter(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
      className="flex size-6 shrink-0 items-center justify-center rounded-sm text-fg-muted hover:bg-raised hover:text-fg"
    >
      {props.children}
    </button>
  );
}
