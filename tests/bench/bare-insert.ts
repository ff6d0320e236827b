import { openConnection } from '../../src/main/db/connection.ts';

/** The values of one alert as the import stores them, raw record included. */
export type BareRow = readonly (string | number | Uint8Array | null)[];

const COLUMNS = 14;
const BATCH_ROWS = 500;

/**
 * The floor: the same rows by one prepared statement into one table without any index, same file
 * format, cipher and batch size. Returns rows per second; making the rows is not counted.
 */
export function bareInsertRate(path: string, pieces: Iterable<readonly BareRow[]>): number {
  const connection = openConnection({
    path,
    key: new Uint8Array(32).fill(7),
    durability: 'normal',
  });
  connection.pragma('wal_autocheckpoint = 1000');
  connection.exec(
    `CREATE TABLE bare (${Array.from({ length: COLUMNS }, (_, i) => `c${i}`).join(', ')})`,
  );
  const insert = connection.prepare(
    `INSERT INTO bare VALUES (${Array(COLUMNS).fill('?').join(', ')})`,
  );
  let [count, ms] = [0, 0];
  for (const rows of pieces) {
    const started = performance.now();
    for (let start = 0; start < rows.length; start += BATCH_ROWS) {
      connection.exec('BEGIN IMMEDIATE');
      for (const row of rows.slice(start, start + BATCH_ROWS)) insert.run(...row);
      connection.exec('COMMIT');
    }
    ms += performance.now() - started;
    count += rows.length;
  }
  connection.close();
  return count / (ms / 1000);
}
