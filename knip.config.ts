import type { KnipConfig } from 'knip';

/** Dead code: files, exports and dependencies that nothing uses are errors. Nothing is ignored wholesale. */
export default {
  entry: [
    'src/main/electron/main.ts',
    'src/main/browser-host/main.ts',
    'src/main/workers/job-worker.ts',
    'src/main/workers/yara-worker.ts',
    'src/preload/preload.ts',
    'scripts/*.{ts,mjs}',
    // tests/migrations/schema.test.ts reads the folder and holds each table to the database.
    'src/main/db/tables/*.table.ts',
    'tests/**/*.test.{ts,tsx}',
    // Started as a process of its own.
    'tests/bench/send-file.ts',
    'tests/bench/sync-scale.ts',
    'tests/models/memory.child.ts',
    'tests/egress/ways.child.ts',
    // A thread of nobody's code, which must not start.
    'tests/egress/stranger.worker.js',
  ],
  // A type that an exported function speaks of is exported with it, used elsewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // The database package has types of its own, but its `exports` hide them from TypeScript.
  ignoreDependencies: ['@types/better-sqlite3'],
  // Programs of the system, with which tests make disks that fill up.
  ignoreBinaries: ['mount', 'umount', 'readelf', 'mkfs.ext4', 'mkntfs', 'ewfacquire', 'bzip2'],
  project: ['src/**/*.{ts,tsx,css}', 'scripts/**/*.{ts,mjs}', 'tests/**/*.{ts,tsx}', '*.config.ts'],
} satisfies KnipConfig;
