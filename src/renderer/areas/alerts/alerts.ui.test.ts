import { expect, test } from 'vitest';
import type { HostFile } from '../../../shared/host.ts';
import { createDeskStore, createWaitingFiles } from './alerts.ui.ts';

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
