import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Job threads of the tests are read from their sources: what Node made of them is kept for the next one.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');

const LONG = '**/*.long.test.ts';

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        // Units keep no state between each other, so they share what was loaded.
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [LONG],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'across',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', LONG],
        },
      },
    ],
  },
});
