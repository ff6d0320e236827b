import { FileDown, Library, Plus, Search, ShieldCheck, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FRAMEWORK_CATEGORIES } from '../../../shared/areas/compliance/frameworks.rules.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { ExportMenu } from './export-menu.tsx';
import { type FrameworkEntry, frameworkColumns } from './framework-columns.tsx';
import { FrameworkDrawer } from './framework-drawer.tsx';
import { FrameworkUpgradeDialog } from './framework-upgrade-dialog.tsx';
import { useFrameworks } from './frameworks.queries.ts';
import { useScores } from './scores.queries.ts';
import { useOpenFramework, useReviewedUpgrade, useScreenDialog } from './use-framework-address.ts';
import { useSaveTemplate } from './use-framework-files.ts';

const rowId = ({ framework }: FrameworkEntry) => framework.id;
const rowName = ({ framework }: FrameworkEntry) => framework.name;

export function FrameworksTab() {
  const frameworks = useFrameworks();
  const scores = useScores();
  const [, openFramework] = useOpenFramework();
  const [, reviewUpgrade] = useReviewedUpgrade();
  const { filter, shown } = useShownFrameworks(frameworks.data);
  const entries = useMemo(() => {
    const byId = new Map(scores.data?.map((score) => [score.id, score]));
    return shown.map((framework) => ({ framework, score: byId.get(framework.id) }));
  }, [shown, scores.data]);
  const columns = useFrameworkColumns();
  if (frameworks.isError && !frameworks.data) {
    return (
      <Card>
        <ErrorState
          title="The frameworks could not be loaded"
          error={frameworks.error}
          onRetry={() => void frameworks.refetch()}
          isRetrying={frameworks.isFetching}
        />
      </Card>
    );
  }
  if (!frameworks.data) return <LoadingFrameworks />;
  return (
    <>
      {frameworks.data.length === 0 ? (
        <Card>
          <NoFrameworks />
        </Card>
      ) : (
        <DataTable
          label="Frameworks"
          columns={columns}
          rows={entries}
          rowId={rowId}
          rowName={rowName}
          storageKey="frameworks"
          onOpen={({ framework }) => openFramework(framework.id)}
          className="max-h-[calc(100vh-16rem)] min-h-64"
          toolbar={<Toolbar filter={filter} shownCount={shown.length} />}
          empty={
            <EmptyState
              icon={<Search />}
              title="No Frameworks Found"
              text="No framework matches what you search for."
              action={<Button onClick={filter.clear}>Clear search</Button>}
            />
          }
        />
      )}
      <FrameworkDrawer />
      <FrameworkUpgradeDialog onClose={() => reviewUpgrade(null)} />
    </>
  );
}

/** The same from render to render, though what they do is of this one. */
function useFrameworkColumns() {
  const [, setParams] = useAddressParams();
  return useMemo(() => {
    const put = (name: string) => (id: string) =>
      setParams((old) => {
        const next = new URLSearchParams(old);
        next.set(name, id);
        return next;
      });
    return frameworkColumns({ onOpen: put('framework'), onUpgrade: put('upgrade') });
  }, [setParams]);
}

const SHOW = [
  ['all', 'All states'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
  ['upgrade', 'Upgrade available'],
] as const;
type Show = (typeof SHOW)[number][0];

function useShownFrameworks(frameworks: ReturnType<typeof useFrameworks>['data']) {
  const [q, setQ] = useState('');
  const [category, setCategory] = useState<string>('all');
  const [show, setShow] = useState<Show>('all');
  const shown = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    return (frameworks ?? []).filter((one) => {
      const text = `${one.name} ${one.version} ${one.publisher} ${one.description}`.toLowerCase();
      const isAsked =
        show === 'all' ||
        (show === 'upgrade' ? one.upgrade !== null : one.isActive === (show === 'active'));
      return (
        words.every((word) => text.includes(word)) &&
        (category === 'all' || one.category === category) &&
        isAsked
      );
    });
  }, [frameworks, q, category, show]);
  const clear = () => {
    setQ('');
    setCategory('all');
    setShow('all');
  };
  return { filter: { q, setQ, category, setCategory, show, setShow, clear }, shown };
}
type Filter = ReturnType<typeof useShownFrameworks>['filter'];

const CATEGORIES = [
  { value: 'all', label: 'All categories' },
  ...FRAMEWORK_CATEGORIES.map((value) => ({ value: value as string, label: value as string })),
];

function Toolbar({ filter, shownCount }: { filter: Filter; shownCount: number }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        aria-label="Search frameworks"
        placeholder="Search frameworks..."
        value={filter.q}
        onChange={(event) => filter.setQ(event.target.value)}
        className="max-w-64"
      />
      <span className="w-40">
        <Select
          label="Category"
          value={filter.category}
          options={CATEGORIES}
          onValueChange={filter.setCategory}
        />
      </span>
      <span className="w-44">
        <Select
          label="State"
          value={filter.show}
          options={SHOW.map(([value, label]) => ({ value, label }))}
          onValueChange={filter.setShow}
        />
      </span>
      <span role="status" className="text-fg-muted tabular-nums">
        {shownCount === 1 ? '1 framework' : `${shownCount.toLocaleString()} frameworks`}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        <FillButtons />
      </span>
    </div>
  );
}

/** Ways to get a framework. */
function FillButtons() {
  const mayWrite = useMay('compliance.write');
  const [, openDialog] = useScreenDialog();
  const saveTemplate = useSaveTemplate();
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<FileDown aria-hidden />}
        onClick={() => void saveTemplate()}
      >
        Template
      </Button>
      <ExportMenu size="sm" />
      {mayWrite && (
        <>
          <Button size="sm" icon={<Upload aria-hidden />} onClick={() => openDialog('import')}>
            Import
          </Button>
          <Button size="sm" icon={<Library aria-hidden />} onClick={() => openDialog('adopt')}>
            Adopt from library
          </Button>
        </>
      )}
    </>
  );
}

function NoFrameworks() {
  const mayWrite = useMay('compliance.write');
  const [, openDialog] = useScreenDialog();
  return (
    <EmptyState
      icon={<ShieldCheck />}
      title="No Frameworks"
      text="Adopt a standard or a law from the library, import your own, or create one."
      action={
        mayWrite && (
          <>
            <Button
              variant="primary"
              icon={<Library aria-hidden />}
              onClick={() => openDialog('adopt')}
            >
              Adopt from library
            </Button>
            <Button icon={<Upload aria-hidden />} onClick={() => openDialog('import')}>
              Import
            </Button>
            <Button icon={<Plus aria-hidden />} onClick={() => openDialog('create-framework')}>
              Create Framework
            </Button>
          </>
        )
      }
    />
  );
}

function LoadingFrameworks() {
  return (
    <div aria-busy="true" className="flex flex-col gap-2">
      <p role="status" className="text-fg-muted">
        Loading compliance data...
      </p>
      <Skeleton className="h-128 w-full" />
    </div>
  );
}
