import { expect, test } from 'vitest';
import { createToastStore, TOAST_REMOVE_DELAY_MS } from './toast-store.ts';

function openStore() {
  const waiting: { run: () => void; delayMs: number }[] = [];
  const toasts = createToastStore((run, delayMs) => waiting.push({ run, delayMs }));
  return { toasts, waiting, shown: () => toasts.store.getState().toasts };
}

test('a toast is open with its text', () => {
  const { toasts, shown } = openStore();
  toasts.toast({ title: 'Error', description: 'Failed to update alert', variant: 'destructive' });
  expect(shown()).toMatchObject([
    { title: 'Error', description: 'Failed to update alert', variant: 'destructive', open: true },
  ]);
});

test('there is at most one: the newer takes the place of the older', () => {
  const { toasts, shown } = openStore();
  const first = toasts.toast({ title: 'First' });
  const second = toasts.toast({ title: 'Second' });
  expect(second).not.toBe(first);
  expect(shown().map((entry) => entry.title)).toEqual(['Second']);
});

test('a dismissed toast closes at once and is removed after the removal delay', () => {
  const { toasts, waiting, shown } = openStore();
  const id = toasts.toast({ title: 'Success' });
  toasts.dismiss(id);
  expect(shown()).toMatchObject([{ id, open: false }]);
  expect(waiting.map((entry) => entry.delayMs)).toEqual([TOAST_REMOVE_DELAY_MS]);
  expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000);
  waiting[0]?.run();
  expect(shown()).toEqual([]);
});

test('dismissing twice, or what is not there, removes nothing else', () => {
  const { toasts, waiting, shown } = openStore();
  const id = toasts.toast({ title: 'Success' });
  toasts.dismiss('toast-99');
  toasts.dismiss(id);
  toasts.dismiss(id);
  expect(waiting).toHaveLength(1);
  toasts.toast({ title: 'Next' });
  waiting[0]?.run();
  expect(shown().map((entry) => entry.title)).toEqual(['Next']);
});
