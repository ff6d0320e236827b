import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Layers, SlidersHorizontal, X } from 'lucide-react';
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useSearchText } from '../../ui/use-address-params.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { BulkDialog } from '../alerts/alerts.embed.tsx';
import { FingerprintsDialog } from './fingerprints-dialog.tsx';
import { GROUP_ACTIONS, type GroupAction } from './group-actions.ts';
import { GroupPane } from './group-pane.tsx';
import { type GroupAddress, useGroupSearch } from './group-search.ts';
import { GroupTable } from './group-table.tsx';
import { groupListQuery, groupStatsQuery } from './groups.queries.ts';
import { GROUP_SHORTCUTS, useGroupKeys } from './use-group-keys.ts';

/** From this width on the open group stands beside the list, below it covers the window. */
const WIDE = '(min-width: 1280px)';
interface Acting {
  readonly action: GroupAction;
  readonly keys: readonly string[];
}

/** Repeats of alerts, a row a group. */
export function GroupsView() {
  const address = useGroupSearch();
  const [acting, setActing] = useState<Acting | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const searchBox = useRef<HTMLInputElement>(null);
  const onAct = (action: GroupAction, keys: readonly string[]) => setActing({ action, keys });
  useShortcuts(GROUP_SHORTCUTS);
  useGroupKeys({ address, selected, search: searchBox, onAct });
  return (
    <>
      <Filters address={address} searchRef={searchBox} onRules={() => address.chooseRules(true)} />
      <Building />
      <div className="flex min-h-0 flex-1 gap-3">
        <section aria-labelledby="group-list" className="flex min-h-0 min-w-0 flex-1 flex-col">
          <h2 id="group-list" className="sr-only">
            Groups
          </h2>
          <List address={address} selected={selected} onSelected={setSelected} onAct={onAct} />
        </section>
        <OpenGroup address={address} onAct={onAct} />
      </div>
      {acting && (
        <Suspense>
          <BulkDialog
            action={acting.action.id}
            of={{
              set: { filter: { groups: acting.keys.join(',') } },
              name: `all alerts of ${acting.keys.length === 1 ? 'one group' : `${acting.keys.length} groups`}`,
            }}
            onClose={() => setActing(null)}
            onStarted={() => setSelected(new Set())}
          />
        </Suspense>
      )}
      {address.isChoosingRules && <FingerprintsDialog onClose={() => address.chooseRules(false)} />}
    </>
  );
}

interface FiltersProps {
  address: GroupAddress;
  searchRef: RefObject<HTMLInputElement | null>;
  onRules: () => void;
}

const ANY = 'any';

function Filters({ address, searchRef, onRules }: FiltersProps) {
  const { search, change } = address;
  const [typed, type] = useSearchText(search.q, (text) => change('q', text));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        ref={searchRef}
        type="search"
        aria-label="Search groups"
        placeholder="Search alerts and show their groups"
        className="min-w-60 max-w-80 flex-1 basis-60"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <div className="w-40">
        <Select
          label="Severity"
          value={search.severity === '' ? ANY : search.severity}
          onValueChange={(value) => change('severity', value === ANY ? '' : value)}
          options={[
            { value: ANY, label: 'Any severity' },
            ...SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })),
          ]}
        />
      </div>
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
      {(['entity', 'source'] as const).map(
        (name) =>
          search[name] !== '' && (
            <Button
              key={name}
              size="sm"
              icon={<X aria-hidden />}
              label={`${search[name]}: remove the filter`}
              onClick={() => change(name, '')}
            >
              <Untrusted text={search[name]} max={60} expand="none" />
            </Button>
          ),
      )}
      <Button className="ml-auto" icon={<SlidersHorizontal aria-hidden />} onClick={onRules}>
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
  selected: ReadonlySet<string>;
  onSelected: (keys: ReadonlySet<string>) => void;
  onAct: (action: GroupAction, keys: readonly string[]) => void;
}

function List({ address, selected, onSelected, onAct }: ListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    groupListQuery(useClient(), address.search),
  );
  const mayWrite = useMay('alerts.write');
  const groups = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data]);
  if (error && !data) {
    return (
      <ErrorState title="Groups could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton className="min-h-72 w-full flex-1" />;
  const total = data.pages[0]?.total ?? null;
  return (
    <>
      <GroupTable
        groups={groups}
        selection={mayWrite ? { ids: selected, onChange: onSelected } : undefined}
        onOpen={address.open}
        toolbar={<Toolbar shown={groups.length} total={total} keys={[...selected]} onAct={onAct} />}
        empty={
          <EmptyState
            icon={<Layers />}
            title="No groups found"
            text="Alerts of one source that repeat within a quarter of an hour are shown here as one row."
          />
        }
      />
      {hasNextPage && (
        <Button
          className="mt-2 self-center"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older groups
        </Button>
      )}
    </>
  );
}

interface ToolbarProps {
  shown: number;
  total: number | null;
  keys: readonly string[];
  onAct: ListProps['onAct'];
}

function Toolbar({ shown, total, keys, onAct }: ToolbarProps) {
  const { data } = useQuery(groupStatsQuery(useClient()));
  if (keys.length > 0) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-fg tabular-nums">{keys.length.toLocaleString()} selected</span>
        {GROUP_ACTIONS.map((action) => (
          <Button key={action.id} size="sm" onClick={() => onAct(action, keys)}>
            {action.label}
          </Button>
        ))}
      </div>
    );
  }
  const n = total ?? shown;
  return (
    <p className="text-fg-muted tabular-nums">
      {n === 1 ? '1 group' : `${n.toLocaleString()} groups`}
      {total === null && shown > 0 && ' shown'}
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

function OpenGroup({ address, onAct }: { address: GroupAddress; onAct: ListProps['onAct'] }) {
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
        <GroupPane groupKey={openKey} onAct={onAct} onClose={close} />
      </aside>
    );
  }
  return (
    <Drawer open={openKey !== null} onClose={close} title="Open group">
      {openKey !== null && <GroupPane groupKey={openKey} onAct={onAct} />}
    </Drawer>
  );
}
