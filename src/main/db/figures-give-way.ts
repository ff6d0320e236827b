/**
 * The figures of days that were kept alone, where a workstation brings what it has into a workspace that has
 * figures of its own: those stand, and days that the workspace lacks are filled. In the transaction that its
 * caller runs; nobody has seen these rows yet.
 */
import type { Connection } from './connection.ts';

/** Older than any stamp, also one of rows that come with the product (`bornHlc`). */
const OLDEST = '0000000000000001';

export function letFiguresGiveWay(connection: Connection): void {
  if (!connection.inTransaction)
    throw new Error('letFiguresGiveWay needs a transaction of its caller');
  for (const table of ['daily_snapshots', 'framework_snapshots'])
    connection
      .prepare(
        `UPDATE ${table} SET field_versions = NULL,
           row_version = ? || (SELECT '-' || value FROM meta WHERE key = 'node_id')`,
      )
      .run(OLDEST);
}
