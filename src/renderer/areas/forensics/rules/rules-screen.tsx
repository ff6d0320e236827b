import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileUp, ScrollText, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { RULE_LEVELS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { workspaceSettingsContract } from '../../../../shared/areas/settings/workspace-settings.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { workspaceSettingsQuery } from '../../../api/workspace-settings.queries.ts';
import { Button, buttonStyles } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Input } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useAddressParams, useSearchText } from '../../../ui/use-address-params.ts';
import { ImportPackDialog } from './import-pack-dialog.tsx';
import { PackList } from './pack-list.tsx';
import { ruleAddress } from './rule-addresses.ts';
import { RULE_COLUMNS } from './rule-columns.tsx';
import { packsQuery, type RuleView, rulesQuery, useRuleCall } from './rules.queries.ts';

/** Packs of detection rules and all rules in them. */
export function RulesScreen() {
  const mayWrite = useMay('forensics.write');
  const [importing, setImporting] = useState<{ pack: string | null } | null>(null);
  const packs = useQuery(packsQuery(useClient()));
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Detection Rules"
        purpose="Sigma and YARA rules that run over the evidence of investigations"
        actions={
          <>
            <Link to="/forensics?tab=tools" className={buttonStyles({})}>
              <ArrowLeft aria-hidden />
              Forensic Tools
            </Link>
            {mayWrite && (
              <Button
                variant="primary"
                icon={<FileUp aria-hidden />}
                onClick={() => setImporting({ pack: null })}
              >
                Import rules
              </Button>
            )}
          </>
        }
      />
      <AfterReading />
      <Loaded query={packs} failed="The packs could not be loaded">
        {(list) => <PackList packs={list} onUpdate={(pack) => setImporting({ pack })} />}
      </Loaded>
      <Rules packs={packs.data ?? []} />
      {importing && (
        <ImportPackDialog
          pack={packs.data?.find(({ id }) => id === importing.pack) ?? null}
          onClose={() => setImporting(null)}
        />
      )}
    </div>
  );
}

function AfterReading() {
  const settings = useQuery(workspaceSettingsQuery(useClient()));
  const mayManage = useMay('workspace.manage');
  const change = useRuleCall(
    (client, runsAfterIntake: boolean) =>
      client.call(workspaceSettingsContract.update, { body: { detection: { runsAfterIntake } } }),
    'Settings saved',
  );
  if (!settings.data) return null;
  return (
    <Switch
      label="Run the rules by themselves after a log was read in"
      isOn={settings.data.detection.runsAfterIntake}
      isDisabled={!mayManage || change.isPending}
      onChange={(isOn) => change.mutate(isOn)}
      className="self-start"
    />
  );
}

const ENGINES = ['sigma', 'yara'] as const;
const STATES = ['ready', 'unsupported', 'invalid', 'disabled', 'gone'] as const;
const HITS = ['some', 'none'] as const;
const one = <V extends string>(list: readonly V[], value: string | null): V | null =>
  list.find((known) => known === value) ?? null;

function useRuleView() {
  const [params, setParams] = useAddressParams();
  const view: RuleView = {
    q: params.get('q') ?? '',
    pack: params.get('pack'),
    engine: one(ENGINES, params.get('engine')),
    level: one(RULE_LEVELS, params.get('level')),
    state: one(STATES, params.get('state')),
    hits: one(HITS, params.get('hits')),
  };
  const put = (values: Record<string, string | null>) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(values))
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      return next;
    });
  return { view, put };
}

const NO_FILTER = { q: null, pack: null, engine: null, level: null, state: null, hits: null };

function Rules({ packs }: { packs: readonly { id: string; name: string }[] }) {
  const { view, put } = useRuleView();
  const list = useInfiniteQuery(rulesQuery(useClient(), view));
  const navigate = useNavigate();
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? rows.length;
  return (
    <Loaded query={list} failed="The rules could not be loaded">
      {() => (
        <>
          <DataTable
            label="Detection rules"
            columns={RULE_COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ title }) => title}
            storageKey="detection-rules"
            onOpen={({ id }) => navigate(ruleAddress(id))}
            className="max-h-[70vh]"
            toolbar={<Filters total={total} packs={packs} />}
            empty={
              <EmptyState
                icon={<ScrollText />}
                title="No Rules Found"
                text="No rule matches your current filters."
                action={<Button onClick={() => put(NO_FILTER)}>Show all rules</Button>}
              />
            }
          />
          {list.hasNextPage && (
            <Button
              className="self-center"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

const ALL = 'all';
const options = (all: string, list: readonly (readonly [string, string])[]) => [
  { value: ALL, label: all },
  ...list.map(([value, label]) => ({ value, label })),
];
const ENGINE_OPTIONS = options('All engines', [
  ['sigma', 'Sigma'],
  ['yara', 'YARA'],
]);
const LEVEL_OPTIONS = options(
  'All levels',
  RULE_LEVELS.map((level) => [level, `${level.charAt(0).toUpperCase()}${level.slice(1)}`] as const),
);
const STATE_OPTIONS = options('All states', [
  ['ready', 'Ready'],
  ['unsupported', 'Unsupported'],
  ['invalid', 'Invalid'],
  ['disabled', 'Switched off'],
  ['gone', 'Gone from the pack'],
]);
const HIT_OPTIONS = options('With or without hits', [
  ['some', 'With hits'],
  ['none', 'Without hits'],
]);

function Filters({
  total,
  packs,
}: {
  total: number;
  packs: readonly { id: string; name: string }[];
}) {
  const { view, put } = useRuleView();
  const [typed, type] = useSearchText(view.q, (q) => put({ q }));
  const choose = (key: string) => (value: string) => put({ [key]: value === ALL ? null : value });
  const isFiltered =
    view.q !== '' ||
    [view.pack, view.engine, view.level, view.state, view.hits].some((part) => part !== null);
  const packOptions = options(
    'All packs',
    packs.map(({ id, name }) => [id, name] as const),
  );
  const selects = [
    ['Pack', 'pack', packOptions, view.pack, 'w-40'],
    ['Engine', 'engine', ENGINE_OPTIONS, view.engine, 'w-32'],
    ['Level', 'level', LEVEL_OPTIONS, view.level, 'w-32'],
    ['State', 'state', STATE_OPTIONS, view.state, 'w-40'],
    ['Hits', 'hits', HIT_OPTIONS, view.hits, 'w-44'],
  ] as const;
  return (
    <search aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Input
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        placeholder="Search rules..."
        aria-label="Search rules"
        autoComplete="off"
        className="max-w-48"
      />
      {selects.map(([label, key, list, value, width]) => (
        <div key={key} className={width}>
          <Select
            label={label}
            value={list.some((option) => option.value === value) ? (value ?? ALL) : ALL}
            options={list}
            onValueChange={choose(key)}
          />
        </div>
      ))}
      {isFiltered && (
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => put(NO_FILTER)}>
          Clear filters
        </Button>
      )}
      <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
        {total === 1 ? '1 rule' : `${total.toLocaleString()} rules`}
      </p>
    </search>
  );
}
