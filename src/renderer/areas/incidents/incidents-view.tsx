import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListX, Merge, Network, SlidersHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Incident } from '../../../shared/areas/incidents/incidents.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { plainUntrusted } from '../../ui/untrusted-text.ts';
import { ActingDialog } from './acting-dialog.tsx';
import { ChosenBar, WholeButton } from './chosen-bar.tsx';
import { CommonEntitiesDialog } from './common-entities-dialog.tsx';
import { type Acting, type GroupAction, wholeSet } from './group-actions.ts';
import type { DeskOfView } from './groups-view.tsx';
import { IncidentDrawer } from './incident-drawer.tsx';
import { IncidentTable } from './incident-table.tsx';
import {
  type IncidentSearch,
  incidentListQuery,
  incidentSettingsQuery,
} from './incidents.queries.ts';
import { INCIDENT_SHORTCUTS } from './list-shortcuts.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { StrictnessDialog } from './strictness-dialog.tsx';
import { type ChosenRows, useChosenRows } from './use-chosen-rows.ts';
import { type IncidentAddress, useIncidentAddress } from './use-incident-address.ts';
import { type IncidentDialog, useIncidentDialog } from './use-incident-dialog.ts';
import { useListKeys } from './use-list-keys.ts';
import { useViewCommands } from './use-view-commands.ts';

const TITLE_CHARS = 80;
/** So many incidents have room in one query. */
const CHOSEN_MAX = 200;

/** Null: what is selected. */
type Act = (action: GroupAction, incident: Pick<Incident, 'id' | 'name'> | null) => void;

/** Groups that belong together, a row an incident. */
export function IncidentsView({ desk }: { desk: DeskOfView }) {
  const address = useIncidentAddress(desk.asked);
  const [dialog, ask] = useIncidentDialog();
  const chosen = useChosenRows(JSON.stringify(address.search));
  const list = useIncidents(address.search);
  const incidents = useMemo(() => list.data?.pages.flatMap(({ rows }) => rows) ?? [], [list.data]);
  // What is no longer in the list is not acted on unseen.
  const shown = incidents.filter(({ id }) => chosen.ids.has(id));
  const [acting, setActing] = useState<Acting | null>(null);
  const mayWrite = useMay('alerts.write');
  const act: Act = (action, incident) => {
    const next = actingOn(action, incident, { search: address.search, chosen, shown });
    if (mayWrite && next) setActing(next);
  };
  const merge = () => {
    if (shown.length > 1) ask('merge');
    return shown.length > 1;
  };
  useShortcuts(INCIDENT_SHORTCUTS);
  useListKeys({
    search: desk.search,
    isChosen: chosen.isWhole || shown.length > 0,
    openId: address.openId,
    mayWrite,
    act: (action, id) =>
      act(
        action,
        id === null ? null : (incidents.find((one) => one.id === id) ?? { id, name: '' }),
      ),
    close() {
      // The drawer closes itself.
      if (address.openId !== null) return false;
      const isAny = chosen.isWhole || chosen.ids.size > 0;
      if (isAny) chosen.clear();
      return isAny;
    },
    selectAll() {
      if (whyNotWhole(address.search) === null && incidents.length > 0) chosen.chooseWhole();
      return incidents.length > 0;
    },
    more: { m: merge },
  });
  const close = () => ask(null);
  return (
    <>
      <Filters address={address} ask={ask} />
      <section aria-labelledby="incident-list" className="flex min-h-0 min-w-0 flex-1 flex-col">
        <h2 id="incident-list" className="sr-only">
          Incidents
        </h2>
        <List
          address={address}
          list={list}
          incidents={incidents}
          chosen={chosen}
          shown={shown.length}
          act={act}
          merge={merge}
        />
      </section>
      {address.openId !== null && (
        <IncidentDrawer
          id={address.openId}
          onAct={act}
          onMoved={address.open}
          onClose={() => address.open(null)}
        />
      )}
      <ActingDialog acting={acting} onClose={() => setActing(null)} onStarted={chosen.clear} />
      {dialog === 'strictness' && <StrictnessDialog onClose={close} />}
      {dialog === 'entities' && <CommonEntitiesDialog onClose={close} />}
      {dialog === 'merge' && shown.length > 1 && (
        <MergeDialog
          ids={shown.map(({ id }) => id)}
          onClose={close}
          onMerged={(id) => {
            close();
            chosen.clear();
            address.open(id);
          }}
        />
      )}
    </>
  );
}

function useIncidents(search: IncidentSearch) {
  return useInfiniteQuery(incidentListQuery(useClient(), search));
}

interface Chosen {
  readonly search: IncidentSearch;
  readonly chosen: ChosenRows;
  readonly shown: readonly Incident[];
}

function actingOn(
  action: GroupAction,
  incident: Parameters<Act>[1],
  { search, chosen, shown }: Chosen,
): Acting | null {
  if (incident === null && chosen.isWhole) {
    const set = wholeSet(search.asked, [search.state === 'active' ? 'status:active' : '']);
    return { action, set, name: 'all alerts that match' };
  }
  const incidents = incident === null ? shown : [incident];
  const [first] = incidents;
  if (!first || incidents.length > CHOSEN_MAX) return null;
  const set = { filter: { query: `incident:${incidents.map(({ id }) => id).join(',')}` } };
  const title =
    first.name === '' ? 'this incident' : `“${plainUntrusted(first.name, TITLE_CHARS)}”`;
  const name = incidents.length === 1 ? title : `${incidents.length.toLocaleString()} incidents`;
  return { action, set, name: `all alerts of ${name}` };
}

/** What no filter of alerts says. */
function whyNotWhole({ state, linked }: IncidentSearch): string | null {
  if (state === 'closed') return 'Not with State: Closed, which is of incidents';
  if (linked === 'yes') return 'Not with Size: Several groups, which is of incidents';
  return null;
}

interface FiltersProps {
  address: IncidentAddress;
  ask: (dialog: IncidentDialog) => void;
}

const ANY = 'any';

/** What is of incidents alone, beside the desk's filter. */
function Filters({ address, ask }: FiltersProps) {
  const { search, change } = address;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="State"
        value={search.state === '' ? ANY : search.state}
        onValueChange={(value) => change('state', value === 'active' ? '' : value)}
        segments={[
          { value: 'active', label: 'With open alerts' },
          { value: 'closed', label: 'Closed' },
          { value: ANY, label: 'All' },
        ]}
      />
      <Segmented
        label="Size"
        value={search.linked === '' ? ANY : search.linked}
        onValueChange={(value) => change('linked', value === ANY ? '' : value)}
        segments={[
          { value: ANY, label: 'Any size' },
          { value: 'yes', label: 'Several groups' },
        ]}
      />
      <Segmented
        label="Order"
        value={search.sort === '' ? 'newest' : search.sort}
        onValueChange={(value) => change('order', value === 'newest' ? '' : value)}
        segments={[
          { value: 'newest', label: 'Newest' },
          { value: 'severity', label: 'Most severe' },
        ]}
      />
      <div className="ml-auto flex gap-2">
        <Button icon={<ListX aria-hidden />} onClick={() => ask('entities')}>
          Common entities
        </Button>
        <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => ask('strictness')}>
          Strictness
        </Button>
      </div>
    </div>
  );
}

interface ListProps {
  address: IncidentAddress;
  list: ReturnType<typeof useIncidents>;
  incidents: readonly Incident[];
  chosen: ChosenRows;
  shown: number;
  act: Act;
  merge: () => void;
}

function List({ address, list, incidents, chosen, shown, act, merge }: ListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const mayWrite = useMay('alerts.write');
  if (error && !data)
    return (
      <ErrorState
        title="Incidents could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="min-h-72 w-full flex-1" />;
  const whyNot = whyNotWhole(address.search);
  return (
    <>
      <IncidentTable
        incidents={incidents}
        selection={mayWrite ? { ids: chosen.ids, onChange: chosen.choose } : undefined}
        onOpen={address.open}
        toolbar={
          mayWrite && (chosen.isWhole || shown > 0) ? (
            <ChosenIncidents
              chosen={chosen}
              shown={shown}
              whyNot={whyNot}
              act={act}
              merge={merge}
            />
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <Figures
                shown={incidents.length}
                total={data.pages[0]?.total ?? null}
                isMore={hasNextPage}
              />
              {mayWrite && incidents.length > 0 && <WholeButton chosen={chosen} whyNot={whyNot} />}
            </div>
          )
        }
        empty={
          <EmptyState
            icon={<Network />}
            title={hasNextPage ? 'No incidents found so far' : 'No incidents found'}
            text={
              hasNextPage
                ? 'More of them have not been looked at yet.'
                : 'Groups of alerts that share hosts, users, addresses, files or mailboxes are linked here.'
            }
          />
        }
      />
      {hasNextPage && (
        <Button
          className="mt-2 self-center"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Looking for more incidents...' : 'Show more incidents'}
        </Button>
      )}
    </>
  );
}

interface ChosenProps extends Pick<ListProps, 'chosen' | 'shown' | 'act' | 'merge'> {
  whyNot: string | null;
}

function ChosenIncidents({ chosen, shown, whyNot, act, merge }: ChosenProps) {
  useViewCommands(
    shown > 1
      ? [
          {
            id: 'incidents.selected-merge',
            title: 'Selected incidents: Merge',
            icon: Merge,
            keys: 'm',
            run: merge,
          },
        ]
      : [],
  );
  return (
    <ChosenBar
      chosen={chosen}
      shown={shown}
      one="incident"
      whyNotWhole={whyNot}
      onAct={(action) => act(action, null)}
    >
      {shown > CHOSEN_MAX && (
        <span className="text-warn">
          Actions take at most {CHOSEN_MAX.toLocaleString()} incidents at once
        </span>
      )}
      {!chosen.isWhole && (
        <Button size="sm" icon={<Merge aria-hidden />} disabled={shown < 2} onClick={merge}>
          Merge
        </Button>
      )}
    </ChosenBar>
  );
}

interface FiguresProps {
  shown: number;
  total: number | null;
  isMore: boolean;
}

function Figures({ shown, total, isMore }: FiguresProps) {
  const { data } = useQuery(incidentSettingsQuery(useClient()));
  const n = total ?? shown;
  return (
    <p className="text-fg-muted tabular-nums" role="status">
      {total === null && isMore && 'At least '}
      {n === 1 ? '1 incident' : `${n.toLocaleString()} incidents`}
      {data && ` · strictness ${data.strictness}`}
      {data?.isPending && ' · linking is under way'}
    </p>
  );
}
