/** Threads that work in bulk stand back where the machine has more to do than cores for it. */
import { constants, setPriority } from 'node:os';

/**
 * Of the calling thread, and of those that it starts. On Linux the nice value is a thread's own and 0 is the one
 * that asks (setpriority(2), notes); elsewhere it is the whole process's, and stays as it is.
 */
export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where a sandbox forbids it, it works as fast as the others.
  }
}
