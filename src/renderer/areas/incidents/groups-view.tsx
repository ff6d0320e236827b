import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Layers, SlidersHorizontal, X } from 'lucide-react';
import { type RefObject, useMemo, useState } from 'react';
import { GROUPS_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Group } from '../../../shared/areas/incidents/groups.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { plainUntrusted } from '../../ui/untrusted-text.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ActingDialog } from './acting-dialog.tsx';
import { ChosenBar, WholeButton } from './chosen-bar.tsx';
import { FingerprintsDialog } from './fingerprints-dialog.tsx';
import { type Acting, type Asked, type GroupAction, wholeSet } from './group-actions.ts';
import { GroupPane } from './group-pane.tsx';
import { type GroupAddress, useGroupSearch } from './group-search.ts';
import { GroupTable } from './group-table.tsx';
import { type GroupSearch, groupListQuery, groupStatsQuery } from './groups.queries.ts';
import { GROUP_SHORTCUTS } from './list-shortcuts.ts';
import { type ChosenRows, useChosenRows } from './use-chosen-rows.ts';
import { useListKeys } from './use-list-keys.ts';

/** From this width on the open group stands beside the list, below it covers the window. */
const WIDE = '(min-width: 1280px)';
const TITLE_CHARS = 80;

/** What the desk hands to its views: its filter and its search box. */
export interface DeskOfView {
  readonly asked: Asked;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** Null: what is selected. */
type Act = (action: GroupAction, group: Pick<Group, 'key' | 'title' | 'alerts'> | null) => void;

/** Repeats of alerts, a row a group. */
export function GroupsView({ desk }: { desk: DeskOfView }) {
  const address = useGroupSearch(desk.asked);
  const chosen = useChosenRows(JSON.stringify(address.search));
  const list = useGroups(address.search);
  const groups = useMemo(() => list.data?.pages.flatMap(({ rows }) => rows) ?? [], [list.data]);
  // What is no longer in the list is not acted on unseen.
  const shown = groups.filter(({ key }) => chosen.ids.has(key));
  const [acting, setActing] = useState<Acting | null>(null);
  const mayWrite = useMay('alerts.write');
  const act: Act = (action, group) => {
    const next = actingOn(action, group, { search: address.search, chosen, shown });
    if (mayWrite && next) setActing(next);
  };
  useShortcuts(GROUP_SHORTCUTS);
  useListKeys({
    search: desk.search,
    isChosen: chosen.isWhole || shown.length > 0,
    openId: address.openKey,
    mayWrite,
    act: (action, key) => act(action, key === null ? null : named(groups, key)),
    close: () => closeOne(address, chosen),
    selectAll() {
      if (whyNotWhole(address.search) === null && groups.length > 0) chosen.chooseWhole();
      return groups.length > 0;
    },
  });
  return (
    <>
      <Filters address={address} />
      <Building />
      <div className="flex min-h-0 flex-1 gap-3">
        <section aria-labelledby="group-list" className="flex min-h-0 min-w-0 flex-1 flex-col">
          <h2 id="group-list" className="sr-only">
            Groups
          </h2>
          <List
            address={address}
            list={list}
            groups={groups}
            chosen={chosen}
            shown={shown.length}
            act={act}
          />
        </section>
        <OpenGroup address={address} act={act} />
      </div>
      <ActingDialog acting={acting} onClose={() => setActing(null)} onStarted={chosen.clear} />
      {address.isChoosingRules && <FingerprintsDialog onClose={() => address.chooseRules(false)} />}
    </>
  );
}

/** A group that is open and not in the list is known by its key alone. */
function named(groups: readonly Group[], key: string): Parameters<Act>[1] {
  return groups.find((group) => group.key === key) ?? { key, title: '', alerts: 0 };
}

interface Chosen {
  readonly search: GroupSearch;
  readonly chosen: ChosenRows;
  readonly shown: readonly Group[];
}

function actingOn(
  action: GroupAction,
  group: Parameters<Act>[1],
  { search, chosen, shown }: Chosen,
): Acting | null {
  if (group === null && chosen.isWhole)
    return { action, set: setOfAll(search), name: 'all alerts that match' };
  const groups = group === null ? shown : [group];
  const [first] = groups;
  if (!first) return null;
  const set = { filter: { groups: groups.map(({ key }) => key).join(',') } };
  const title = first.title === '' ? 'one group' : `“${plainUntrusted(first.title, TITLE_CHARS)}”`;
  const name = groups.length === 1 ? title : `${groups.length.toLocaleString()} groups`;
  return { action, set, name: `all alerts of ${name}` };
}

function setOfAll({ asked, active, incident }: GroupSearch): Acting['set'] {
  return wholeSet(asked, [
    active === 'true' ? 'status:active' : '',
    incident === '' ? '' : `incident:${incident}`,
  ]);
}

/** What no filter of alerts says. */
function whyNotWhole({ active, entity }: GroupSearch): string | null {
  if (entity !== '') return 'Not with a filter by entity: its groups hold other alerts, too';
  if (active === 'false') return 'Not with State: Closed, which is of groups';
  return null;
}

function closeOne(address: GroupAddress, chosen: ChosenRows): boolean {
  if (address.openKey !== null) address.open(null);
  else if (chosen.isWhole || chosen.ids.size > 0) chosen.clear();
  else return false;
  return true;
}

const ANY = 'any';

/** What is of groups alone, beside the desk's filter. */
function Filters({ address }: { address: GroupAddress }) {
  const { search, change } = address;
  const chips = [
    { name: 'entity', label: 'Entity', value: search.entity },
    { name: 'incident-groups', label: 'Incident', value: search.incident },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="State"
        value={search.active === '' ? ANY : search.active}
        onValueChange={(value) => change('active', value === ANY ? '' : value)}
        segments={[
          { value: ANY, label: 'All' },
          { value: 'true', label: 'With open alerts' },
          { value: 'false', label: 'Closed' },
        ]}
      />
      {chips.map(
        ({ name, label, value }) =>
          value !== '' && (
            <Button
              key={name}
              size="sm"
              icon={<X aria-hidden />}
              label={`${label} ${value}: remove the filter`}
              onClick={() => change(name, '')}
            >
              {label}: <Untrusted text={value} max={60} expand="none" />
            </Button>
          ),
      )}
      <Button
        className="ml-auto"
        icon={<SlidersHorizontal aria-hidden />}
        onClick={() => address.chooseRules(true)}
      >
        What makes a repeat
      </Button>
    </div>
  );
}

/** Groups are made in the background after an upgrade, or when a rule changed. */
function Building() {
  const { data } = useQuery(groupStatsQuery(useClient()));
  if (!data?.building) return null;
  const { done, total } = data.building;
  return (
    <div role="status" className="rounded-md border border-line bg-surface px-3 py-2">
      <p className="text-fg">
        Groups are being made: {done.toLocaleString()} of {total.toLocaleString()} alerts. What is
        shown is not complete.
      </p>
      <Progress label="Groups being made" value={total === 0 ? null : done / total} />
    </div>
  );
}

interface ListProps {
  address: GroupAddress;
  list: ReturnType<typeof useGroups>;
  groups: readonly Group[];
  chosen: ChosenRows;
  shown: number;
  act: Act;
}

function useGroups(search: GroupSearch) {
  return useInfiniteQuery(groupListQuery(useClient(), search));
}

function List({ address, list, groups, chosen, shown, act }: ListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const mayWrite = useMay('alerts.write');
  if (error && !data) {
    return (
      <ErrorState title="Groups could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton className="min-h-72 w-full flex-1" />;
  const isChosen = chosen.isWhole || shown > 0;
  const whyNot = whyNotWhole(address.search);
  return (
    <>
      <GroupTable
        groups={groups}
        selection={mayWrite ? { ids: chosen.ids, onChange: chosen.choose } : undefined}
        onOpen={address.open}
        toolbar={
          isChosen && mayWrite ? (
            <ChosenBar
              chosen={chosen}
              shown={shown}
              one="group"
              whyNotWhole={whyNot}
              onAct={(action) => act(action, null)}
            >
              {shown > GROUPS_MAX && (
                <span className="text-warn">At most {GROUPS_MAX.toLocaleString()} at once</span>
              )}
            </ChosenBar>
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <Figures
                shown={groups.length}
                total={data.pages[0]?.total ?? null}
                isMore={hasNextPage}
              />
              {mayWrite && groups.length > 0 && <WholeButton chosen={chosen} whyNot={whyNot} />}
            </div>
          )
        }
        empty={
          <EmptyState
            icon={<Layers />}
            title={hasNextPage ? 'No groups found so far' : 'No groups found'}
            text={
              hasNextPage
                ? 'Older ones have not been looked at yet.'
                : 'Alerts of one source that repeat within a quarter of an hour are shown here as one row.'
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
          {isFetchingNextPage ? 'Looking for older groups...' : 'Show older groups'}
        </Button>
      )}
    </>
  );
}

interface FiguresProps {
  shown: number;
  total: number | null;
  isMore: boolean;
}

function Figures({ shown, total, isMore }: FiguresProps) {
  const { data } = useQuery(groupStatsQuery(useClient()));
  const n = total ?? shown;
  return (
    <p className="text-fg-muted tabular-nums" role="status">
      {total === null && isMore && 'At least '}
      {n === 1 ? '1 group' : `${n.toLocaleString()} groups`}
      {data && data.repeats !== null && (
        <>
          {' '}
          · {data.alerts.toLocaleString()} alerts in all, {Math.round(data.repeats)} % of them
          repeats
        </>
      )}
    </p>
  );
}

function OpenGroup({ address, act }: { address: GroupAddress; act: Act }) {
  const isWide = useMediaQuery(WIDE);
  const { openKey, open } = address;
  const close = () => open(null);
  if (isWide) {
    if (openKey === null) return null;
    return (
      <aside
        aria-label="Open group"
        className="flex w-120 shrink-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
      >
        <GroupPane groupKey={openKey} onAct={act} onClose={close} />
      </aside>
    );
  }
  return (
    <Drawer open={openKey !== null} onClose={close} title="Open group">
      {openKey !== null && <GroupPane groupKey={openKey} onAct={act} />}
    </Drawer>
  );
}
