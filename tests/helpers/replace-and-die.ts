/** A process of its own: replaces a database file and dies, as by kill -9, before the given step. */
import {
  diskOperations,
  type FileOperations,
  replaceDatabaseFile,
} from '../../src/main/db/replace-file.ts';

const [databasePath = '', nextPath = '', asidePath = '', deathText = ''] = process.argv.slice(2);
const death = Number(deathText);
let step = 0;

function before<A extends unknown[]>(operation: (...args: A) => void) {
  return (...args: A) => {
    if (step++ === death) process.kill(process.pid, 'SIGKILL');
    operation(...args);
  };
}

const disk: FileOperations = {
  link: before(diskOperations.link),
  rename: before(diskOperations.rename),
  sync: before(diskOperations.sync),
};
replaceDatabaseFile({ databasePath, nextPath, asidePath }, disk);
process.stdout.write(String(step));
