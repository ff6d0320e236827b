import { Siren } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import type { SearchGroup } from '../../shared/areas/search/search.contract.ts';
import type { Command } from '../api/commands.tsx';
import {
  type PaletteContent,
  type PaletteRow,
  paletteSections,
  permittedCommands,
} from './palette-rows.ts';

const command = (title: string, over: Partial<Command> = {}): Command => ({
  id: title,
  title,
  kind: 'action',
  icon: Siren,
  run: () => undefined,
  ...over,
});

const GROUP: SearchGroup = {
  area: 'alerts',
  total: 38,
  items: [
    { id: '1', title: 'Beacon', detail: '', link: '/alerts?alert=1' },
    { id: '2', title: 'Beacon', detail: '', link: '/alerts?alert=2' },
  ],
};

function shown(over: Partial<PaletteContent>) {
  const content = { typed: '', commands: [], groups: [], recent: [], mayReadAlerts: true, ...over };
  return paletteSections(content).map(({ heading, total, rows }) => ({
    heading,
    total,
    rows: rows.map(wordOf),
  }));
}

function wordOf(row: PaletteRow): string {
  if (row.type === 'command') return row.command.title;
  if (row.type === 'result') return `${row.area} ${row.item.id}`;
  return row.type;
}

describe('[SE6] sections of the palette', () => {
  test('at rest: recent searches, screens, actions, settings; nothing empty', () => {
    const commands = [
      command('Create alert'),
      command('Settings: People', { kind: 'settings' }),
      command('Dashboard', { kind: 'go' }),
    ];
    expect(shown({ commands, recent: ['vpn'] }).map(({ heading }) => heading)).toEqual([
      'Recent searches',
      'Go to',
      'Actions',
      'Settings',
    ]);
    expect(shown({ commands }).map(({ heading }) => heading)).not.toContain('Recent searches');
  });

  test('while typing: the best commands, the groups with their totals, all alerts with the text', () => {
    const commands = [command('Export beacons'), command('Beacon view'), command('Sign out')];
    expect(shown({ typed: ' beac ', commands, groups: [GROUP] })).toEqual([
      { heading: 'Commands', total: null, rows: ['Beacon view', 'Export beacons'] },
      { heading: 'Alerts', total: 38, rows: ['alerts 1', 'alerts 2'] },
      { heading: 'Search', total: null, rows: ['all-alerts'] },
    ]);
  });

  test('a total that says no more than the rows is left out, as is one that is not known', () => {
    for (const total of [2, null]) {
      const [alerts] = shown({ typed: 'b', groups: [{ ...GROUP, total }] });
      expect(alerts?.total).toBeNull();
    }
  });

  test('who may not read alerts is not sent to them', () => {
    expect(shown({ typed: 'b', mayReadAlerts: false })).toEqual([]);
  });

  test('no two rows share a name, whatever was searched before', () => {
    const content: PaletteContent = {
      typed: '',
      commands: [command('a'), command('b')],
      groups: [],
      recent: ['forget', 'a', 'b'],
      mayReadAlerts: true,
    };
    const values = paletteSections(content).flatMap(({ rows }) => rows.map(({ value }) => value));
    expect(new Set(values).size).toBe(values.length);
  });
});

describe('[SE7] commands', () => {
  test('are found by other words for them, after those found by their name', () => {
    const commands = [
      command('Sign out', { words: 'log out leave' }),
      command('Log of jobs'),
      command('Dark theme'),
    ];
    expect(shown({ typed: 'log', commands })[0]?.rows).toEqual(['Log of jobs', 'Sign out']);
  });

  test('that the role may not run are not offered', () => {
    const commands = [command('Create', { needs: 'alerts.write' }), command('Sign out')];
    const titles = (permissions: string[]) =>
      permittedCommands(commands, permissions).map(({ title }) => title);
    expect(titles(['alerts.read'])).toEqual(['Sign out']);
    expect(titles(['alerts.write'])).toEqual(['Create', 'Sign out']);
  });

  test('leave room for results', () => {
    const commands = Array.from({ length: 30 }, (_, n) => command(`Go ${n}`));
    expect(shown({ typed: 'go', commands })[0]?.rows.length).toBeLessThanOrEqual(6);
  });
});

test('[VI1] a query of alerts is offered with what it may go on with, not searched for as words', () => {
  const completions = [{ insert: 'web-01', label: 'web-01', hint: '', count: 3 }];
  const { rows } = paletteSections({
    ...{ typed: 'host:web', commands: [], groups: [GROUP], recent: [], mayReadAlerts: true },
    completions,
  })[0] ?? { rows: [] };
  expect(rows.map(({ type }) => type)).toEqual(['all-alerts', 'complete']);
  expect(shown({ typed: 'port:80', groups: [GROUP] }).map(({ heading }) => heading)).toContain(
    'Alerts',
  );
});
