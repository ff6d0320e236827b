import {
  SEARCH_AREA_LABELS,
  type SearchArea,
  type SearchGroup,
  type SearchItem,
} from '../../shared/areas/search/search.contract.ts';
import {
  type FoldedText,
  foldText,
  rankedBy,
  searchWords,
} from '../../shared/areas/search/search.rules.ts';
import type { QueryOption } from '../../shared/areas/views/query-complete.ts';
import { fieldNamed } from '../../shared/areas/views/query-fields.ts';
import type { Command } from '../api/commands.tsx';

/** A line of the palette; `value` is its name for the list, once in it. */
export type PaletteRow =
  | { readonly type: 'command'; readonly value: string; readonly command: Command }
  | {
      readonly type: 'result';
      readonly value: string;
      readonly area: SearchArea;
      readonly item: SearchItem;
    }
  | { readonly type: 'recent'; readonly value: string; readonly typed: string }
  | { readonly type: 'forget'; readonly value: string }
  | { readonly type: 'complete'; readonly value: string; readonly option: QueryOption }
  | { readonly type: 'all-alerts'; readonly value: string; readonly typed: string }
  | { readonly type: 'ask'; readonly value: string; readonly typed: string };

export interface PaletteSection {
  readonly heading: string;
  /** How many there are in all, where that is known and more than are shown. */
  readonly total: number | null;
  readonly rows: readonly PaletteRow[];
}

export interface PaletteContent {
  readonly typed: string;
  readonly commands: readonly Command[];
  readonly groups: readonly SearchGroup[];
  readonly recent: readonly string[];
  readonly mayReadAlerts: boolean;
  readonly mayAsk?: boolean;
  /** What a query of alerts may go on with. */
  readonly completions?: readonly QueryOption[];
}

/** Commands beside results: only the best, so that the results are seen. */
const COMMANDS_MAX = 6;
const COMPLETIONS_MAX = 8;

/** What the palette shows, from top to bottom. */
export function paletteSections(content: PaletteContent): PaletteSection[] {
  const typed = content.typed.trim();
  const sections = typed === '' ? atRest(content) : whileTyping(content, typed);
  return sections.filter(({ rows }) => rows.length > 0);
}

function atRest({ commands, recent }: PaletteContent): PaletteSection[] {
  const searches = recent.map(
    (typed): PaletteRow => ({ type: 'recent', value: `recent ${typed}`, typed }),
  );
  const forget: PaletteRow[] = recent.length > 0 ? [{ type: 'forget', value: 'forget' }] : [];
  const ofKind = (kind: Command['kind']) =>
    commands.filter((command) => command.kind === kind).map(commandRow);
  return [
    { heading: 'Recent searches', total: null, rows: [...searches, ...forget] },
    { heading: 'Go to', total: null, rows: ofKind('go') },
    { heading: 'Actions', total: null, rows: ofKind('action') },
    { heading: 'Settings', total: null, rows: ofKind('settings') },
  ];
}

function whileTyping(content: PaletteContent, typed: string): PaletteSection[] {
  const best = rankedBy(searchWords(typed), content.commands, textOf).slice(0, COMMANDS_MAX);
  const all: PaletteRow = { type: 'all-alerts', value: 'all-alerts', typed };
  const ask: PaletteRow[] = content.mayAsk ? [{ type: 'ask', value: 'ask', typed }] : [];
  const completions = (content.completions ?? [])
    .slice(0, COMPLETIONS_MAX)
    .map(
      (option): PaletteRow => ({ type: 'complete', value: `complete ${option.insert}`, option }),
    );
  const query: PaletteRow[] =
    content.mayReadAlerts && isAlertQuery(typed) ? [all, ...completions] : [];
  if (query.length > 0)
    return [
      { heading: 'Alerts by query', total: null, rows: query },
      { heading: 'Commands', total: null, rows: best.map(commandRow) },
    ];
  return [
    { heading: 'Commands', total: null, rows: best.map(commandRow) },
    ...content.groups.map(({ area, total, items }) => ({
      heading: SEARCH_AREA_LABELS[area],
      total: total !== null && total > items.length ? total : null,
      rows: items.map((item): PaletteRow => {
        return { type: 'result', value: `${area} ${item.id}`, area, item };
      }),
    })),
    { heading: 'Search', total: null, rows: [...(content.mayReadAlerts ? [all] : []), ...ask] },
  ];
}

const FIELD = /(?:^|[\s(-])([a-z][a-z_-]*):/i;

/** A field is named: no words to search everything for. */
export function isAlertQuery(typed: string): boolean {
  const name = FIELD.exec(typed)?.[1];
  return name !== undefined && fieldNamed(name) !== undefined;
}

function commandRow(command: Command): PaletteRow {
  return { type: 'command', value: `command ${command.id}`, command };
}

function textOf({ title, words }: Command): FoldedText {
  return foldText(title, [words ?? null]);
}

/** The commands that the role may run. */
export function permittedCommands(
  commands: readonly Command[],
  permissions: readonly string[],
): Command[] {
  return commands.filter(({ needs }) => needs === undefined || permissions.includes(needs));
}
