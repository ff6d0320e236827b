/** After a purge of deletions at the server that this workstation had not read: which of its rows are gone. */
import { differingParts } from './compare.ts';
import { assertGoesOn, type RunContext } from './sync-pull.ts';

/** Of 256; the answer holds an id for each row of them. */
const PARTS_AT_ONCE = 32;

/** How many rows went or came back here. @throws SyncFailure; then it is done again */
export async function followPurge(context: RunContext): Promise<number> {
  const { server, replica, memory, remember, signal } = context;
  if (!memory().isPurgeDue) return 0;
  let changed = 0;
  for (const table of replica.tables()) {
    const parts = await differingParts(server, replica, table);
    for (let from = 0; from < parts.length; from += PARTS_AT_ONCE) {
      assertGoesOn(signal);
      const some = parts.slice(from, from + PARTS_AT_ONCE);
      changed += await replica.dropAbsent(table, some, new Set(await server.ids(table, some)));
    }
  }
  remember({ isPurgeDue: false });
  return changed;
}
