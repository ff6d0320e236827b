import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['tests/e2e/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each file has a host and a browser of its own; two are what two cores carry.
    maxWorkers: 2,
    // Pages wait for a machine: what passes when repeated is named by scripts/ci-totals.mjs.
    retry: 1,
  },
});
