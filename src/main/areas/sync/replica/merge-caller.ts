import type { Caller } from '../../../db/write-door.ts';

/** Nobody's write: what others did is told under their own names. */
export const MERGE_CALLER: Caller = { actor: null, origin: 'sync', action: 'sync.merge' };
