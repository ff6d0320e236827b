import { describe, expect, test } from 'vitest';
import { createDeskStore, isChosen } from './alerts.ui.ts';

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
