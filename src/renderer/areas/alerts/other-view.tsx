import { X } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useId, useRef } from 'react';
import { VIEW_LAYOUT, type ViewFilter } from '../../../shared/areas/views/views.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { GroupsView } from '../incidents/groups.embed.tsx';
import { IncidentsView } from '../incidents/incidents.embed.tsx';
import { ViewsMenu } from '../views/views.embed.tsx';
import { Chip, FilterFields, useTypingPause } from './alert-filters.tsx';
import { filterToQuery, isFiltered } from './alerts.filter-url.ts';
import { DeskDialogs } from './desk-dialogs.tsx';
import { HeaderActions } from './header-actions.tsx';
import { DropZone } from './import/drop-zone.tsx';
import { QueryErrorLine } from './query-error-line.tsx';
import { useDeskActions } from './use-desk-actions.ts';
import { type DeskFilter, useDeskFilter } from './use-desk-filter.ts';
import { useDeskIntent } from './use-desk-intent.ts';

interface OtherViewProps {
  view: 'groups' | 'incidents';
  viewSwitch: ReactNode;
}

/** Groups or incidents of the alerts that the desk's filter finds. */
export function OtherView({ view, viewSwitch }: OtherViewProps) {
  const actions = useDeskActions();
  const filter = useDeskFilter();
  const search = useRef<HTMLInputElement>(null);
  useDeskIntent();
  // The order is that of the view.
  const { sort: _, ...alerts } = filter.settled;
  const desk = { asked: filterToQuery(alerts), search };
  return (
    <div className="flex min-h-120 flex-1 flex-col gap-3">
      <PageHeader
        title="Alert & Incident Management"
        purpose="AI-powered security operations center"
        actions={<HeaderActions filter={alerts} what={exportedOf(view, isFiltered(alerts))} />}
      />
      <div>{viewSwitch}</div>
      <OtherFilters filter={filter} searchRef={search} view={view} />
      <Suspense fallback={<Skeleton className="min-h-72 w-full flex-1" />}>
        {view === 'groups' ? <GroupsView desk={desk} /> : <IncidentsView desk={desk} />}
      </Suspense>
      <DeskDialogs actions={actions} />
      <DropZone />
    </div>
  );
}

/** An export is of alerts, whatever view it is asked for in. */
function exportedOf(view: OtherViewProps['view'], isNarrowed: boolean): string {
  const whose = view === 'groups' ? 'groups' : 'incidents';
  return isNarrowed
    ? `Alerts that the filter finds, whatever ${whose} are chosen`
    : `All alerts, whatever ${whose} are chosen`;
}

interface OtherFiltersProps {
  filter: DeskFilter;
  searchRef: Ref<HTMLInputElement>;
  view: OtherViewProps['view'];
}

function OtherFilters({ filter, searchRef, view }: OtherFiltersProps) {
  const { settled, text, setText, change, clear, error } = filter;
  const [params] = useAddressParams();
  const errorId = useId();
  const isFresh = useTypingPause(text);
  return (
    <Card bodyClassName="p-3">
      <search aria-label="Filters" className="flex flex-wrap items-center gap-2">
        <FilterFields
          filter={filter}
          searchRef={searchRef}
          errorId={error && !isFresh ? errorId : null}
        />
        {settled.sort && (
          <Chip label="By suspicion" onRemove={() => change({ sort: undefined })}>
            does not apply to {view}
          </Chip>
        )}
        <Suspense fallback={<Skeleton className="h-8 w-26" />}>
          <ViewsMenu filter={shownNow(params)} />
        </Suspense>
        {isFiltered(filter.live) && (
          <Button variant="ghost" icon={<X aria-hidden />} title="Clear filters" onClick={clear}>
            <span className="max-2xl:sr-only">Clear</span>
          </Button>
        )}
      </search>
      {error && !isFresh && (
        <QueryErrorLine id={errorId} text={text} error={error} onFix={setText} />
      )}
    </Card>
  );
}

const FILTERS = [
  ...['q', 'query', 'severity', 'status', 'source', 'from', 'to'],
  ...['handling', 'since', 'suppressed', 'suppressedBy', ...VIEW_LAYOUT],
];

/** What a view of groups or incidents keeps of the address. */
function shownNow(params: URLSearchParams): ViewFilter {
  return Object.fromEntries([...params].filter(([name]) => FILTERS.includes(name)));
}
