import { defineConfig } from 'vitest/config';
import './vitest.config.ts';

/** Crashes, full disks, files and registers of the largest size: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ['src/**/*.long.test.ts', 'tests/**/*.long.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
