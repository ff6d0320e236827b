import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react';
import { calendarContract } from '../../../shared/areas/calendar/calendar.contract.ts';
import { CALENDAR_GROUPS } from '../../../shared/areas/calendar/calendar.rules.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { dayOfMoment, dayText, monthOf, monthText, shiftMonth, weeksOf } from './calendar.month.ts';
import { type CalendarView, countsQuery, viewQuery } from './calendar.queries.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarList } from './calendar-list.tsx';
import { type CalendarAddress, useCalendarAddress } from './use-calendar-address.ts';

const FIRST_DAY = '1970-01-01';
const SOON_DAYS = 30;
const GROUPS = [
  { value: 'all', label: 'All' },
  ...CALENDAR_GROUPS.map((group) => ({ value: group, label: group })),
] as const;

export function CalendarScreen() {
  const today = dayOfMoment(useNow());
  const address = useCalendarAddress(today);
  const { group, isMine } = address;
  const shared = { group, isMine };
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Calendar"
        purpose="Every date of the workspace by which something is due"
        actions={<FileButton view={shared} />}
      />
      <Figures today={today} view={shared} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Area"
          value={group}
          segments={GROUPS}
          onValueChange={(next) => address.set({ group: next === 'all' ? null : next })}
        />
        <Switch
          label="Mine only"
          isOn={isMine}
          onChange={(isOn) => address.set({ mine: isOn ? '1' : null })}
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <MonthCard address={address} today={today} />
        <ChosenList address={address} today={today} />
      </div>
    </div>
  );
}

function ChosenList({ address, today }: { address: CalendarAddress; today: Day }) {
  const { group, isMine, list, day } = address;
  const shared = { group, isMine };
  if (list === 'overdue')
    return (
      <CalendarList
        title="Overdue"
        view={{ ...shared, from: FIRST_DAY, to: addDays(today, -1) }}
        {...{ today, showDay: true, empty: 'Nothing is overdue.' }}
      />
    );
  if (list === 'soon')
    return (
      <CalendarList
        title="Due within 30 days"
        view={{ ...shared, from: today, to: addDays(today, SOON_DAYS) }}
        {...{ today, showDay: true, empty: 'Nothing is due within 30 days.' }}
      />
    );
  return (
    <CalendarList
      title={dayText(day)}
      view={{ ...shared, from: day, to: day }}
      {...{ today, showDay: false, empty: 'Nothing is due on this day.' }}
    />
  );
}

type Shared = Pick<CalendarView, 'group' | 'isMine'>;

/** How much is late, due today and due soon; each leads to what it counts. */
function Figures({ today, view }: { today: Day; view: Shared }) {
  const count = useTotal({ ...view, from: FIRST_DAY, to: addDays(today, -1) });
  const due = useTotal({ ...view, from: today, to: today });
  const soon = useTotal({ ...view, from: today, to: addDays(today, SOON_DAYS) });
  const rest = `${view.group === 'all' ? '' : `&group=${view.group}`}${view.isMine ? '&mine=1' : ''}`;
  return (
    <section aria-label="Due" className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <Stat label="Overdue" {...count} to={`/calendar?view=overdue${rest}`} />
      <Stat label="Due today" {...due} to={`/calendar?day=${today}${rest}`} />
      <Stat label="Due within 30 days" {...soon} to={`/calendar?view=soon${rest}`} />
    </section>
  );
}

function useTotal(view: CalendarView): { value: number | null; loading: boolean } {
  const { data, isPending } = useQuery(countsQuery(useClient(), view));
  return {
    value: data ? data.reduce((sum, { count }) => sum + count, 0) : null,
    loading: isPending,
  };
}

function MonthCard({ address, today }: { address: CalendarAddress; today: Day }) {
  const { month, day, group, isMine, list, set } = address;
  const days = weeksOf(month).flat();
  const view = { group, isMine, from: days[0] ?? today, to: days.at(-1) ?? today };
  const { data, error, refetch, isFetching } = useQuery(countsQuery(useClient(), view));
  const go = (by: number) => set({ month: shiftMonth(month, by), day: null, view: null });
  return (
    <Card
      className="min-w-0"
      title={<span aria-live="polite">{monthText(month)}</span>}
      actions={
        <>
          <Button
            size="sm"
            label="Previous month"
            icon={<ChevronLeft aria-hidden />}
            onClick={() => go(-1)}
          />
          <Button size="sm" onClick={() => set({ month: null, day: today, view: null })}>
            Today
          </Button>
          <Button
            size="sm"
            label="Next month"
            icon={<ChevronRight aria-hidden />}
            onClick={() => go(1)}
          />
        </>
      }
    >
      {error ? (
        <ErrorState
          title="The calendar could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <CalendarGrid
          {...{ month, today }}
          chosen={list === 'day' ? day : null}
          counts={data ?? []}
          onChoose={(next) => set({ month: monthOf(next), day: next, view: null })}
        />
      )}
    </Card>
  );
}

/** For the calendar that people look at anyway. */
function FileButton({ view }: { view: Shared }) {
  const host = useHost();
  const fail = useErrorToast();
  const path = endpointPath(calendarContract.file, { query: viewQuery(view) });
  return (
    <Button
      icon={<CalendarPlus aria-hidden />}
      onClick={() => void host.saveAs(path, 'watchfloor-calendar.ics').catch(fail)}
    >
      Calendar file (.ics)
    </Button>
  );
}
