import { Command as Menu } from 'cmdk';
import {
  Blocks,
  Building2,
  ClipboardCheck,
  FileStack,
  Fingerprint,
  History,
  Layers,
  ListFilter,
  type LucideIcon,
  MessageSquareText,
  Microscope,
  ScrollText,
  ShieldCheck,
  Siren,
  TrendingUp,
  User,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { SearchArea, SearchItem } from '../../shared/areas/search/search.contract.ts';
import { exhaustive } from '../../shared/kernel/exhaustive.ts';
import { SEVERITY_LABELS } from '../../shared/kernel/severity.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Untrusted } from '../ui/untrusted.tsx';
import type { PaletteRow } from './palette-rows.ts';
import { ShortcutKeys } from './shortcuts-keys.tsx';

const AREA_ICONS: Record<SearchArea, LucideIcon> = {
  alerts: Siren,
  entities: Fingerprint,
  investigations: Microscope,
  indicators: Fingerprint,
  controls: ShieldCheck,
  frameworks: Layers,
  risks: TrendingUp,
  policies: ScrollText,
  evidence: FileStack,
  vendors: Building2,
  audits: ClipboardCheck,
  integrations: Blocks,
  accounts: User,
};
const TITLE_MAX = 160;
const DETAIL_MAX = 80;

interface PaletteItemProps {
  row: PaletteRow;
  mark: RegExp | null;
  onChoose: () => void;
}

/** A line of the palette: titles and details are what others wrote. */
export function PaletteItem({ row, mark, onChoose }: PaletteItemProps) {
  return (
    <Menu.Item
      value={row.value}
      onSelect={onChoose}
      className="flex min-h-9 cursor-pointer scroll-my-2 items-center gap-2.5 rounded-md px-2.5 py-1 text-fg select-none data-[selected=true]:bg-accent-soft [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-fg-faint"
    >
      <Content row={row} mark={mark} />
    </Menu.Item>
  );
}

function Content({ row, mark }: Omit<PaletteItemProps, 'onChoose'>): ReactNode {
  switch (row.type) {
    case 'command': {
      const { icon: Icon, title, keys } = row.command;
      return (
        <>
          <Icon aria-hidden />
          <span className="min-w-0 flex-1 truncate">
            <Untrusted text={title} mark={mark} expand="none" />
          </span>
          {keys !== undefined && <ShortcutKeys keys={keys} />}
        </>
      );
    }
    case 'result':
      return <Result area={row.area} item={row.item} mark={mark} />;
    case 'recent':
      return (
        <>
          <History aria-hidden />
          <span className="min-w-0 flex-1 truncate">
            <Untrusted text={row.typed} expand="none" />
          </span>
        </>
      );
    case 'forget':
      return (
        <>
          <X aria-hidden />
          <span className="text-fg-muted">Forget recent searches</span>
        </>
      );
    case 'complete':
      return (
        <>
          <ListFilter aria-hidden />
          <span className="min-w-0 truncate font-mono">
            <Untrusted text={row.option.label} max={TITLE_MAX} expand="none" />
          </span>
          <span className="min-w-0 flex-1 truncate text-fg-muted">
            <Untrusted text={row.option.hint} max={TITLE_MAX} expand="none" />
          </span>
          {row.option.count !== null && (
            <span className="text-fg-muted tabular-nums">{row.option.count.toLocaleString()}</span>
          )}
        </>
      );
    case 'ask':
      return (
        <>
          <MessageSquareText aria-hidden />
          <span className="min-w-0 flex-1 truncate">
            Ask the assistant: <Untrusted text={row.typed} expand="none" />
          </span>
        </>
      );
    case 'all-alerts':
      return (
        <>
          <ListFilter aria-hidden />
          <span className="min-w-0 flex-1 truncate">
            Show all alerts with ‘
            <Untrusted text={row.typed} expand="none" />’
          </span>
        </>
      );
    default:
      return exhaustive(row);
  }
}

interface ResultProps {
  area: SearchArea;
  item: SearchItem;
  mark: RegExp | null;
}

function Result({ area, item, mark }: ResultProps) {
  const Icon = AREA_ICONS[area];
  const { title, detail, severity, status, at } = item;
  return (
    <>
      <Icon aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Untrusted text={title} max={TITLE_MAX} mark={mark} expand="none" />
        </span>
        {detail !== '' && (
          <span className="block truncate text-xs text-fg-muted">
            <Untrusted text={detail} max={DETAIL_MAX} mark={mark} expand="none" />
            {at !== undefined && (
              <>
                {' · '}
                <DateTime value={at} />
              </>
            )}
          </span>
        )}
      </span>
      {status !== undefined && (
        <span className="shrink-0 text-xs text-fg-muted max-sm:sr-only">
          {status.replaceAll('_', ' ')}
        </span>
      )}
      {severity !== undefined && (
        <Badge tone={severity.toLowerCase() as Lowercase<typeof severity> & BadgeTone}>
          {SEVERITY_LABELS[severity]}
        </Badge>
      )}
    </>
  );
}
