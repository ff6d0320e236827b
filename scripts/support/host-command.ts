import { join } from 'node:path';
import { ROOT, SERVE_ENTRY } from './project.ts';

/**
 * How the browser host is run, by everybody and in the benches: with a quarter of V8's young heap, which an upload
 * fills again and again whatever its size, and with few arenas of glibc's `malloc` (mallopt(3), M_ARENA_MAX), of
 * which each thread would have its own. Together a quarter less memory while a file is imported, at the same speed.
 * And with one helper of V8 instead of four: a small young heap is cleared as fast by the thread that owns it, and
 * four helpers of each stand in the way of the writer and of clicks (imports a tenth faster on two cores).
 * An old heap is looked through when four fifths of what it may grow by are used, not as soon as a piece of an
 * upload passes: a quarter less work for the main thread, imports a twentieth faster. And it may grow by no more
 * than a third of what lives in it: by itself it would come to almost twice as much between two looks.
 * Nothing is made in the old heap at once: V8 decides that by what a kind of object once did, and where a batch
 * outlived the small young heap for a moment, all of the kind were garbage of the old one from then on (a tenth
 * of the work of an import).
 */
const FLAGS = [
  ...['--max-semi-space-size=4', '--v8-pool-size=1'],
  ...['--incremental-marking-soft-trigger=80', '--incremental-marking-hard-trigger=95'],
  ...['--heap-growing-percent=30', '--no-allocation-site-pretenuring'],
] as const;
export const HOST_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '524288',
  MALLOC_TRIM_THRESHOLD_: '524288',
} as const;

/** What follows the name of Node's own program. */
export const hostArguments = (args: readonly string[]): string[] => [
  ...FLAGS,
  join(ROOT, SERVE_ENTRY),
  ...args,
];
