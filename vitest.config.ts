import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Every core works: vitest alone would leave one of them idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'core',
          include: ['packages/core/src/**/*.test.ts', 'packages/client/src/**/*.test.ts'],
          // Pure packages: no state between files, so each worker imports them once instead of once for each file.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          globalSetup: ['test/setup/postgres.ts', 'test/setup/mariadb.ts'],
          setupFiles: ['test/setup/published-answers.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'rules', include: ['test/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          globalSetup: ['test/setup/postgres.ts', 'test/setup/mariadb.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'web', include: ['packages/web/src/**/*.test.{ts,tsx}'], testTimeout: 30_000 } },
      {
        test: {
          name: 'house',
          include: ['test/{golden,tpch,metamorphic,contract,commands,faults,fuzz,matrix}/**/*.test.ts'],
          globalSetup: ['test/setup/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'evaluator',
          include: ['test/evaluator/**/*.test.ts'],
          globalSetup: ['test/setup/postgres.ts', 'test/setup/mariadb.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // As patient as the waits of the browser itself; the default is a second.
          expect: { poll: { timeout: 30_000 } },
          // After everything else and one file at a time: Chromium uses the second core.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // A shared machine may starve Chromium; the second attempt is told in the report.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
