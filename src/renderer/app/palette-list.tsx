import { useQuery } from '@tanstack/react-query';
import { Command as Menu } from 'cmdk';
import { LoaderCircle, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { marksOf } from '../../shared/areas/search/search.rules.ts';
import { useClient } from '../api/client-context.tsx';
import type { Command } from '../api/commands.tsx';
import { useUser } from '../api/session.tsx';
import { useQueryOptions } from '../areas/alerts/query-options.ts';
import { describeError } from '../ui/error-text.ts';
import { searchQuery } from './palette.queries.ts';
import { useDelayed } from './palette-delay.ts';
import { createRecentSearches } from './palette-recent.ts';
import { PaletteItem } from './palette-row.tsx';
import {
  isAlertQuery,
  type PaletteRow,
  type PaletteSection,
  paletteSections,
} from './palette-rows.ts';
import { useServices } from './services-context.tsx';

/** A keystroke is sent when the next one does not follow at once. */
const SENT_AFTER_MS = 70;
const TYPED_MAX = 200;

interface PaletteListProps {
  commands: readonly Command[];
  /** Closes the palette, then runs what was chosen. */
  onChoose: (run: () => void) => void;
}

export function PaletteList({ commands, onChoose }: PaletteListProps) {
  const { palette, chat } = useServices();
  const { typed, type: setTyped } = useStore(palette);
  const recent = useRecent();
  const [remembered, setRemembered] = useState(() => recent.read());
  const search = useSearch(typed);
  const { permissions } = useUser();
  const mayReadAlerts = permissions.includes('alerts.read');
  const isQuery = mayReadAlerts && isAlertQuery(typed);
  const { place, options } = useQueryOptions(typed, typed.length, isQuery);
  const sections = paletteSections({
    completions: place?.field ? options : [],
    typed,
    commands,
    groups: search.groups,
    recent: remembered,
    mayReadAlerts,
    mayAsk: permissions.includes('assistant.ask'),
  });
  const selection = useSelection(typed, sections);
  const navigate = useNavigate();

  function choose(row: PaletteRow): void {
    if (row.type === 'recent') setTyped(row.typed);
    else if (row.type === 'complete')
      setTyped(`${typed.slice(0, place?.from ?? typed.length)}${row.option.insert} `);
    else if (row.type === 'forget') {
      recent.forget();
      setRemembered([]);
    } else {
      recent.remember(typed);
      onChoose(runOf(row));
    }
  }
  function runOf(row: Exclude<PaletteRow, { type: 'recent' | 'forget' | 'complete' }>): () => void {
    if (row.type === 'command') return row.command.run;
    if (row.type === 'ask') return () => chat.getState().ask(row.typed);
    const name = row.type === 'all-alerts' && isQuery ? 'query' : 'q';
    const to =
      row.type === 'result' ? row.item.link : `/alerts?${name}=${encodeURIComponent(row.typed)}`;
    return () => void navigate(to);
  }

  return (
    <Menu
      label="Search and commands"
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selection.value}
      onValueChange={selection.choose}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-fg-faint" />
        <Menu.Input
          value={typed}
          onValueChange={setTyped}
          maxLength={TYPED_MAX}
          placeholder="Search everything, or type a command"
          className="h-12 min-w-0 flex-1 bg-transparent text-base text-fg outline-none placeholder:text-fg-faint"
        />
        {search.isSearching && (
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-fg-faint" />
        )}
      </div>
      <Menu.List
        label="Results"
        aria-busy={search.isSearching}
        className="max-h-[min(60vh,30rem)] min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2"
      >
        {sections.map((section) => (
          <Section key={section.heading} section={section} typed={typed} onChoose={choose} />
        ))}
      </Menu.List>
      <Status typed={typed} search={search} sections={sections} />
    </Menu>
  );
}

function useRecent() {
  const { id } = useUser();
  return useMemo(() => createRecentSearches(() => window.localStorage, id), [id]);
}

/** The answer to what is typed, or the last one while that is on its way. */
function useSearch(typed: string) {
  const wanted = typed.trim();
  const sent = useDelayed(wanted, SENT_AFTER_MS);
  const { data, error, isFetching } = useQuery(searchQuery(useClient(), wanted === '' ? '' : sent));
  return {
    groups: wanted === '' ? [] : (data ?? []),
    error: wanted === '' ? null : error,
    isSearching: wanted !== '' && (isFetching || sent !== wanted),
  };
}

/** The first row, until a person goes to another; from the start again with every keystroke. */
function useSelection(typed: string, sections: readonly PaletteSection[]) {
  const [chosen, setChosen] = useState({ typed, value: '' });
  const values = sections.flatMap(({ rows }) => rows.map(({ value }) => value));
  const isStill = chosen.typed === typed && values.includes(chosen.value);
  return {
    value: isStill ? chosen.value : (values[0] ?? ''),
    choose: (value: string) => setChosen({ typed, value }),
  };
}

interface SectionProps {
  section: PaletteSection;
  typed: string;
  onChoose: (row: PaletteRow) => void;
}

function Section({ section, typed, onChoose }: SectionProps) {
  const mark = useMemo(() => marksOf(typed), [typed]);
  const { heading, total, rows } = section;
  return (
    <Menu.Group
      heading={total === null ? heading : `${heading} · ${rows.length} of ${total}`}
      className="pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-fg-muted"
    >
      {rows.map((row) => (
        <PaletteItem key={row.value} row={row} mark={mark} onChoose={() => onChoose(row)} />
      ))}
    </Menu.Group>
  );
}

interface StatusProps {
  typed: string;
  search: ReturnType<typeof useSearch>;
  sections: readonly PaletteSection[];
}

/** One line under the list: what went wrong, or how many there are; read out as it changes. */
function Status({ typed, search, sections }: StatusProps) {
  const count = sections.reduce(
    (sum, { rows }) =>
      sum + rows.filter(({ type }) => type !== 'all-alerts' && type !== 'ask').length,
    0,
  );
  const found = count === 1 ? '1 result' : `${count} results`;
  const isAsked = typed.trim() !== '';
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-t border-line px-4 text-xs text-fg-muted">
      {search.error ? (
        <p role="alert" className="text-bad">
          The search did not answer. {describeError(search.error).why}
        </p>
      ) : (
        <p role="status">{isAsked && (search.isSearching ? 'Searching...' : found)}</p>
      )}
      <p aria-hidden className="shrink-0 max-sm:hidden">
        ↑↓ choose · ↵ open · Esc close
      </p>
    </div>
  );
}
