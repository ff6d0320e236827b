import { SearchX, ShieldCheck } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useMemo, useRef } from 'react';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { describeError } from '../../ui/error-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { parseTime, shownTimeFormat } from '../../ui/time.ts';
import { useTimeZone } from '../../ui/time-zone.ts';
import { UnsavedOfRecord } from '../../ui/unsaved-forms.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ExactCount } from '../views/views.embed.tsx';
import { AlertFilters } from './alert-filters.tsx';
import { AlertList, type AlertListHandle } from './alert-list.tsx';
import { AlertPane } from './alert-pane.tsx';
import type { RelatedLinks } from './alert-related.tsx';
import type { RowShared } from './alert-row.tsx';
import {
  filterKey,
  filterToQuery,
  isFiltered,
  OPEN_ALERT_PARAM,
  withFilter,
  withOpenAlert,
} from './alerts.filter-url.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DeskProvider, useDesk } from './desk-context.tsx';
import { DeskDialogs } from './desk-dialogs.tsx';
import { HeaderActions } from './header-actions.tsx';
import { DropZone } from './import/drop-zone.tsx';
import { LoadingAlerts } from './loading-alerts.tsx';
import { OtherView } from './other-view.tsx';
import { shownColumns } from './row-columns.tsx';
import { type DeskRows, useAlertRows } from './use-alert-rows.ts';
import { type DeskActions, useDeskActions } from './use-desk-actions.ts';
import { type DeskFilter, useDeskFilter } from './use-desk-filter.ts';
import { useDeskIntent } from './use-desk-intent.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useImportLink } from './use-import-link.ts';
import { useToggleSelected } from './use-selection.ts';
import { useSimulateAlert } from './use-simulate-alert.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** From this width on the open alert stands beside the list, below it covers the window. */
const WIDE = '(min-width: 1280px)';

const VIEWS = [
  { value: 'alerts', label: 'Alerts' },
  { value: 'groups', label: 'Groups' },
  { value: 'incidents', label: 'Incidents' },
] as const;
type View = (typeof VIEWS)[number]['value'];
const VIEW_PARAM = 'show';
const OF_OPEN_ALERT = [OPEN_ALERT_PARAM, VIEW_PARAM];
/** What the address says of one view only; search and filters stay from view to view. */
const VIEW_PARAMS = [
  ...['alert', 'group', 'incident', 'incident-groups', 'active', 'entity', 'rules'],
  ...['state', 'linked', 'order', 'columns'],
];

/** Alerts, groups of repeats and incidents: three views of one list. */
export function AlertsScreen() {
  const [params, put] = useAddressParams();
  const shown = params.get(VIEW_PARAM);
  // A link to one alert is one to the list of alerts.
  const view = VIEWS.find(({ value }) => value === shown)?.value ?? 'alerts';
  const show = (next: View) =>
    put((now) => {
      const changed = new URLSearchParams(now);
      for (const name of VIEW_PARAMS) changed.delete(name);
      if (next === 'alerts') changed.delete(VIEW_PARAM);
      else changed.set(VIEW_PARAM, next);
      return changed;
    });
  const viewSwitch = <Segmented label="View" value={view} onValueChange={show} segments={VIEWS} />;
  return (
    <DeskProvider>
      {view === 'alerts' ? (
        <Desk viewSwitch={viewSwitch} />
      ) : (
        <OtherView view={view} viewSwitch={viewSwitch} />
      )}
    </DeskProvider>
  );
}

function Desk({ viewSwitch }: { viewSwitch: ReactNode }) {
  const filter = useDeskFilter();
  const rows = useAlertRows(filter);
  const actions = useDeskActions();
  const list = useRef<AlertListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const mayWrite = useMay('alerts.write');
  const { openId, open } = filter;
  useDeskIntent();
  useImportLink();
  useDeskKeys({ rows, list, search, actions, filter: filter.settled, mayWrite, openId, open });
  const isFirstLoad = rows.isPending && !isFiltered(filter.live) && rows.count === 0;
  return (
    <div className="flex min-h-120 flex-1 flex-col gap-3">
      <PageHeader
        title="Alert & Incident Management"
        purpose="AI-powered security operations center"
        actions={<HeaderActions filter={filter.settled} />}
      />
      <div>{viewSwitch}</div>
      <AlertFilters
        filter={filter}
        searchRef={search}
        count={<Count rows={rows} filter={filter.settled} />}
      />
      <BulkBar actions={actions} rows={rows} filter={filter.settled} />
      <div className="flex min-h-0 flex-1 gap-3">
        <section aria-labelledby="alert-list" className="flex min-h-0 min-w-0 flex-1 flex-col">
          <h2 id="alert-list" className="sr-only">
            Alerts
          </h2>
          {isFirstLoad && !rows.error ? (
            <LoadingAlerts />
          ) : (
            <ListOrState filter={filter} rows={rows} actions={actions} list={list} />
          )}
        </section>
        <OpenAlert filter={filter} actions={actions} />
      </div>
      <DeskDialogs actions={actions} />
      <DropZone />
    </div>
  );
}

function Count({ rows, filter }: { rows: DeskRows; filter: AlertFilter }): ReactNode {
  if (rows.isLocal) return rows.count > 0 ? 'Searching...' : null;
  if (rows.total === null) {
    if (rows.isPending || rows.error) return null;
    return (
      <Suspense fallback="counting...">
        <ExactCount filter={filterToQuery(filter)} />
      </Suspense>
    );
  }
  return rows.total === 1 ? '1 alert' : `${rows.total.toLocaleString()} alerts`;
}

interface ListProps {
  filter: DeskFilter;
  rows: DeskRows;
  actions: DeskActions;
  list: RefObject<AlertListHandle | null>;
}

function ListOrState({ filter, rows, actions, list }: ListProps) {
  const shared = useRowShared(filter, rows, actions);
  if (rows.error && rows.count === 0) {
    return (
      <ErrorState title="Alerts could not be loaded" error={rows.error} onRetry={rows.retry} />
    );
  }
  if (rows.count === 0) return rows.isLocal ? <LoadingAlerts /> : <NoAlerts filter={filter} />;
  return (
    <>
      {rows.error && <PartMissing error={rows.error} onRetry={rows.retry} />}
      <AlertList
        ref={list}
        rows={rows}
        listKey={filterKey(filter.live)}
        openId={filter.openId}
        shared={shared}
        onContinue={(until) => filter.change({ to: until })}
      />
    </>
  );
}

/** Rows are shown, and some more could not be had. */
function PartMissing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <p
      role="alert"
      className="mb-2 flex items-center gap-3 rounded-md bg-bad-soft px-3 py-1.5 text-bad"
    >
      Some alerts could not be loaded. {describeError(error).why}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

function NoAlerts({ filter }: { filter: DeskFilter }) {
  const mayWrite = useMay('alerts.write');
  const { simulate, isPending } = useSimulateAlert();
  const create = (
    <Button variant="primary" disabled={isPending} onClick={simulate}>
      Create test alert
    </Button>
  );
  return isFiltered(filter.live) ? (
    <EmptyState
      icon={<SearchX />}
      title="No Alerts Found"
      text="No alerts match your current filters."
      action={<Button onClick={filter.clear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={<ShieldCheck />}
      title="No Alerts Found"
      text="No alerts are currently active. Create a test alert to see how the system works."
      {...(mayWrite ? { action: create } : {})}
    />
  );
}

/** What all rows share; one object as long as nothing of it changes, so that rows stay as drawn. */
function useRowShared(
  filter: DeskFilter,
  rows: DeskRows,
  actions: DeskActions,
): Omit<RowShared, 'isNarrow'> {
  const desk = useDesk();
  const mayWrite = useMay('alerts.write');
  const links = useLinks();
  const { ids } = useChosenColumns();
  const columns = useMemo(() => shownColumns({ ids }), [ids]);
  const zone = useTimeZone();
  const format = useMemo(() => shownTimeFormat(zone), [zone]);
  const onTransition = useStableCallback(actions.transition);
  const onSelect = useToggleSelected(rows);
  const listKey = filterKey(filter.settled);
  const replacesAddress = filter.openId !== null;
  return useMemo(
    () => ({
      mayWrite,
      columns,
      replacesAddress,
      formatTime: (iso) => {
        const time = parseTime(iso);
        return time === null ? null : format(time);
      },
      hrefOf: links.alert,
      onTransition,
      onSelect,
      onActivate: (id, index) => desk.setActive({ id, index, listKey }),
    }),
    [mayWrite, columns, replacesAddress, format, links, onTransition, onSelect, desk, listKey],
  );
}

/** Addresses of the desk with another open alert or another search. */
function useLinks(): RelatedLinks {
  const [params] = useAddressParams();
  const address = params.toString();
  return useMemo(() => {
    const now = new URLSearchParams(address);
    return {
      alert: (id) => `/alerts?${withOpenAlert(now, id)}`,
      search: (value) => `/alerts?${withFilter(now, { q: value })}`,
    };
  }, [address]);
}

function OpenAlert({ filter, actions }: { filter: DeskFilter; actions: DeskActions }) {
  const isWide = useMediaQuery(WIDE);
  const links = useLinks();
  const { openId, open } = filter;
  const close = () => open(null);
  if (isWide) {
    if (openId === null) return null;
    return (
      <aside
        aria-label="Open alert"
        className="flex w-120 shrink-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
      >
        <UnsavedOfRecord params={OF_OPEN_ALERT}>
          <AlertPane id={openId} actions={actions} links={links} onClose={close} />
        </UnsavedOfRecord>
      </aside>
    );
  }
  return (
    <Drawer open={openId !== null} onClose={close} title="Open alert">
      {openId !== null && (
        <UnsavedOfRecord params={OF_OPEN_ALERT}>
          <AlertPane id={openId} actions={actions} links={links} />
        </UnsavedOfRecord>
      )}
    </Drawer>
  );
}
