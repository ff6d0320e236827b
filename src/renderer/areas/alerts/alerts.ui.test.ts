import { describe, expect, test } from 'vitest';
import type { HostFile } from '../../../shared/host.ts';
import { createDeskStore, isChosen } from './alerts.ui.ts';
import { createWaitingFiles } from './waiting-files.embed.tsx';

const stateOf = ({ store }: ReturnType<typeof createDeskStore>) => store.getState();

describe('what is selected at the desk', () => {
  test('[DK2] one that is unticked under all that match leaves the other loaded ones selected', () => {
    const desk = createDeskStore();
    desk.addSelected(['a', 'b']);
    desk.selectAll({ status: ['OPEN'] });
    expect(stateOf(desk).selected.size).toBe(0);
    expect(desk.toggleSelected('a', ['a', 'b', 'c'])).toBe(2);
    expect([...stateOf(desk).selected]).toEqual(['b', 'c']);
    expect(stateOf(desk).all).toBeNull();
  });

  test('[DK2] extending under all that match keeps all of them', () => {
    const desk = createDeskStore();
    desk.selectAll({});
    desk.addSelected(['a']);
    expect(stateOf(desk)).toMatchObject({ all: {} });
    expect(isChosen(stateOf(desk))).toBe(true);
    desk.clearSelected();
    expect(isChosen(stateOf(desk))).toBe(false);
  });

  test('single ones are ticked and unticked, and nothing is to be said of it', () => {
    const desk = createDeskStore();
    expect(desk.toggleSelected('a', ['a', 'b'])).toBeNull();
    expect([...stateOf(desk).selected]).toEqual(['a']);
    expect(desk.toggleSelected('a', ['a', 'b'])).toBeNull();
    expect(stateOf(desk).selected.size).toBe(0);
  });

  test('[DK3] what is not kept is unselected and counted', () => {
    const desk = createDeskStore();
    desk.addSelected(['a', 'b', 'c']);
    expect(desk.keepSelected(new Set(['b', 'x']), 'q=b')).toBe(2);
    expect([...stateOf(desk).selected]).toEqual(['b']);
    expect(desk.keepSelected(new Set(['b']), 'q=b')).toBe(0);
  });
});

const file = (name: string) => ({ name, size: 1 }) as HostFile;

test('[PG16] files that wait are still there when the desk is opened again, without the one that began', () => {
  const waiting = createWaitingFiles();
  const first = createDeskStore(waiting);
  first.addFiles([file('a.json'), file('b.json'), file('b.json')]);
  const [begun] = first.store.getState().files;
  first.dropFile(begun?.key ?? '');
  first.dropFile(begun?.key ?? '');
  const second = createDeskStore(waiting);
  second.addFiles([file('b.json')]);
  const { files } = second.store.getState();
  expect(files.map((one) => one.file.name)).toEqual(['b.json', 'b.json', 'b.json']);
  expect(new Set(files.map(({ key }) => key)).size).toBe(3);
});
