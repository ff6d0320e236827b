import { useInfiniteQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  Download,
  FileDown,
  FileInput,
  History,
  Plus,
  Radar,
  ReceiptText,
  ScanText,
  Share2,
  ShieldCheck,
  Upload,
} from 'lucide-react';
import { Suspense } from 'react';
import {
  INDICATOR_EXPORTS,
  type IndicatorExport,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import {
  ALL_INDICATOR_TYPES,
  TLPS,
  typeLabel,
} from '../../../../shared/areas/forensics/indicators/life.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { ReceiptsDialog, ReceiveDialog, ShareDialog } from '../../exchange/exchange.embed.tsx';
import { investigationsQuery } from '../forensics.queries.ts';
import { ExtractDialog } from './extract-dialog.tsx';
import { askedOf, type IndicatorQuery, useSaveIndicators } from './indicators.queries.ts';
import { IocFormDialog } from './ioc-form-dialog.tsx';
import { IocImportDialog } from './ioc-import-dialog.tsx';
import { PastWorkDialog } from './past-work-dialog.tsx';
import { SweepDialog } from './sweep-dialog.tsx';
import { WarninglistsDialog } from './warninglists-dialog.tsx';

const IOC_TOOLS = [
  'receive',
  'share',
  'receipts',
  'add',
  'extract',
  'import',
  'sweep',
  'lists',
  'past',
] as const;
export type IocTool = (typeof IOC_TOOLS)[number];

const READING: ReadonlySet<string> = new Set(['share', 'receipts', 'lists', 'past']);

/** The tool that an address names; none where the role may not use it. */
export const toolOf = (text: string | null, mayWrite: boolean): IocTool | null =>
  IOC_TOOLS.find((one) => one === text && (mayWrite || READING.has(one))) ?? null;

const EXPORT_LABELS: Readonly<Record<IndicatorExport, string>> = {
  list: 'List',
  'list-defanged': 'List, defanged',
  csv: 'CSV',
  stix: 'STIX 2.1 bundle',
};
const EXPORTS = INDICATOR_EXPORTS.map((format) => [format, EXPORT_LABELS[format]] as const);

/** What is listed, as exports ask for it. */
function filterOf(query: IndicatorQuery): Record<string, string> {
  const { order: _, ...filter } = askedOf(query);
  return filter;
}

interface IocToolsProps {
  query: IndicatorQuery;
  chosen: readonly string[];
  onTool: (tool: IocTool) => void;
}

export function IocTools({ query, chosen, onTool }: IocToolsProps) {
  const mayWrite = useMay('forensics.write');
  const save = useSaveIndicators();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayWrite && (
        <>
          <Button icon={<Plus aria-hidden />} onClick={() => onTool('add')}>
            Add indicator
          </Button>
          <Button icon={<ScanText aria-hidden />} onClick={() => onTool('extract')}>
            Extract from text
          </Button>
          <Menu
            trigger={
              <Button icon={<Upload aria-hidden />}>
                Import
                <ChevronDown aria-hidden />
              </Button>
            }
            items={[
              {
                label: 'Import indicators',
                note: 'Lists and CSV',
                icon: <Upload aria-hidden />,
                onSelect: () => onTool('import'),
              },
              {
                label: 'Import intelligence',
                note: 'STIX, MISP, OpenIOC, a package of a case',
                icon: <FileInput aria-hidden />,
                onSelect: () => onTool('receive'),
              },
            ]}
          />
          <Button icon={<Radar aria-hidden />} onClick={() => onTool('sweep')}>
            Sweep
          </Button>
        </>
      )}
      <Menu
        trigger={
          <Button icon={<Download aria-hidden />}>
            Export
            <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          ...EXPORTS.map(([format, label]) => ({
            label,
            icon: <FileDown aria-hidden />,
            onSelect: () => void save(format, query, chosen),
          })),
          {
            label: 'Share...',
            note: 'STIX, MISP, other tools, with a receipt',
            icon: <Share2 aria-hidden />,
            onSelect: () => onTool('share'),
          },
        ]}
      />
      <Button icon={<ReceiptText aria-hidden />} onClick={() => onTool('receipts')}>
        Receipts
      </Button>
      <Button icon={<ShieldCheck aria-hidden />} onClick={() => onTool('lists')}>
        Known-good lists
      </Button>
      <Button icon={<History aria-hidden />} onClick={() => onTool('past')}>
        Earlier sweeps
      </Button>
    </div>
  );
}

interface IocToolDialogProps {
  tool: IocTool;
  chosen: readonly string[];
  query: IndicatorQuery;
  total: number;
  onClose: () => void;
}

export function IocToolDialog({ tool, onClose, ...sweep }: IocToolDialogProps) {
  switch (tool) {
    case 'add':
      return <IocFormDialog one={null} onClose={onClose} />;
    case 'extract':
      return <ExtractDialog onClose={onClose} />;
    case 'import':
      return <IocImportDialog onClose={onClose} />;
    case 'sweep':
      return <SweepDialog {...sweep} onClose={onClose} />;
    case 'receive':
      return <ReceiveDialog onClose={onClose} />;
    case 'share':
      return (
        <Suspense fallback={null}>
          <ShareDialog
            subject={{ type: 'indicators', ids: [...sweep.chosen], filter: filterOf(sweep.query) }}
            title={sweep.chosen.length > 0 ? 'Chosen indicators' : 'Indicators'}
            onClose={onClose}
          />
        </Suspense>
      );
    case 'receipts':
      return <ReceiptsDialog onClose={onClose} />;
    case 'lists':
      return <WarninglistsDialog onClose={onClose} />;
    case 'past':
      return <PastWorkDialog onClose={onClose} />;
  }
}

const ANY = 'ANY';
const orAny = (value: string) => (value === '' ? ANY : value);
const orNone = (value: string) => (value === ANY ? '' : value);

const CHOICES = {
  type: {
    label: 'Type',
    options: [
      { value: ANY, label: 'All Types' },
      ...ALL_INDICATOR_TYPES.map((value) => ({ value: String(value), label: typeLabel(value) })),
    ],
  },
  state: {
    label: 'State',
    options: [
      { value: ANY, label: 'All States' },
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Not active' },
      { value: 'expired', label: 'Expired' },
    ],
  },
  severity: {
    label: 'Severity',
    options: [
      { value: ANY, label: 'All Severities' },
      ...SEVERITIES.map((value) => ({ value: String(value), label: SEVERITY_LABELS[value] })),
    ],
  },
  tlp: {
    label: 'TLP',
    options: [
      { value: ANY, label: 'All TLP' },
      ...TLPS.map((value) => ({ value: String(value), label: `TLP:${value}` })),
    ],
  },
  order: {
    label: 'Order',
    options: [
      { value: ANY, label: 'Newest first' },
      { value: 'seen', label: 'Last seen first' },
      { value: 'value', label: 'By value' },
      { value: 'confidence', label: 'Most confident first' },
      { value: 'expiry', label: 'Next to expire first' },
    ],
  },
} as const;
const NAMES = ['type', 'state', 'severity', 'tlp', 'order'] as const;

interface Filter {
  readonly q: string;
  readonly type: string;
  readonly state: string;
  readonly tlp: string;
  readonly severity: string;
  readonly order: string;
  readonly investigation: string;
}

const TITLE_MAX = 80;

/** Those that were worked on last; one that a link names stays even if it is not among them. */
function InvestigationChoice({
  value,
  onValue,
}: {
  value: string;
  onValue: (value: string) => void;
}) {
  const { data } = useInfiniteQuery(investigationsQuery(useClient(), { status: null, q: '' }));
  const cases = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const isThere = value === '' || cases.some(({ id }) => id === value);
  return (
    <span className="w-48">
      <Select
        label="Investigation"
        value={orAny(value)}
        options={[
          { value: ANY, label: 'All Investigations' },
          ...cases.map(({ id, title }) => ({ value: id, label: title.slice(0, TITLE_MAX) })),
          ...(isThere ? [] : [{ value, label: 'One investigation' }]),
        ]}
        onValueChange={(next) => onValue(orNone(next))}
      />
    </span>
  );
}

interface IocFiltersProps<F extends Filter> {
  filter: F;
  total: number;
  onFilter: (filter: F) => void;
}

export function IocFilters<F extends Filter>({ filter, total, onFilter }: IocFiltersProps<F>) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <span className="w-56 max-w-full">
        <Input
          type="search"
          aria-label="Search indicators"
          placeholder="Search indicators..."
          value={filter.q}
          maxLength={200}
          onChange={(event) => onFilter({ ...filter, q: event.target.value })}
        />
      </span>
      {NAMES.map((name) => (
        <span key={name} className="w-36">
          <Select
            label={CHOICES[name].label}
            value={orAny(filter[name])}
            options={CHOICES[name].options}
            onValueChange={(value) => onFilter({ ...filter, [name]: orNone(value) })}
          />
        </span>
      ))}
      <InvestigationChoice
        value={filter.investigation}
        onValue={(investigation) => onFilter({ ...filter, investigation })}
      />
      <span className="text-fg-muted tabular-nums">
        {total === 1 ? '1 indicator' : `${total.toLocaleString()} indicators`}
      </span>
    </search>
  );
}
