import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { isEmbeddedOnly, wholeProjects } from './scripts/lib/tiers.mjs'

/**
 * Projects with `isolate: false` have no state that one file could leave to the next, so each worker imports the sources once
 * instead of once for each file: the six largest route suites take 24 s of CPU instead of 35 s. The suites of `contract` and
 * `processes` measure memory and delays, and stay alone in their process.
 */
const projects: (TestProjectInlineConfiguration & { test: { name: string } })[] = [
  {
    test: {
      name: 'core',
      include: ['packages/core/src/**/*.test.ts', 'packages/client/src/**/*.test.ts'],
      isolate: false,
      testTimeout: 60_000,
    },
  },
  {
    test: {
      name: 'server',
      include: ['packages/server/src/**/*.test.ts'],
      exclude: ['packages/server/src/{http,services}/**'],
      isolate: false,
      globalSetup: ['test/setup/postgres.ts', 'test/setup/mariadb.ts'],
      setupFiles: ['test/setup/published-answers.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  },
  {
    test: {
      name: 'services',
      include: ['packages/server/src/{http,services}/**/*.test.ts'],
      isolate: false,
      globalSetup: ['test/setup/postgres.ts', 'test/setup/mariadb.ts'],
      setupFiles: ['test/setup/published-answers.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  },
  { test: { name: 'rules', include: ['test/*.test.ts'], testTimeout: 60_000 } },
  {
    test: {
      name: 'engines',
      include: ['test/engines/**/*.test.ts'],
      globalSetup: ['test/setup/postgres.ts', 'test/setup/mariadb.ts'],
      // A golden document has up to a hundred statements, and the planner of a Trino coordinator needs a second for each.
      testTimeout: process.env.OCTAVO_TEST_TRINO === undefined ? 60_000 : 600_000,
      hookTimeout: 120_000,
    },
  },
  {
    test: {
      name: 'web',
      include: ['packages/web/src/**/*.test.{ts,tsx}'],
      isolate: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  },
  {
    test: {
      name: 'contract',
      include: ['test/{contract,matrix}/**/*.test.ts'],
      globalSetup: ['test/setup/postgres.ts'],
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  },
  {
    test: {
      name: 'processes',
      include: ['test/{commands,faults,fuzz}/**/*.test.ts'],
      globalSetup: ['test/setup/postgres.ts', 'test/setup/server-bundle.ts'],
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  },
  {
    test: {
      name: 'golden',
      include: ['test/{golden,tpch}/**/*.test.ts'],
      isolate: false,
      globalSetup: ['test/setup/postgres.ts'],
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  },
  {
    test: {
      name: 'evaluator',
      include: ['test/evaluator/**/*.test.ts'],
      isolate: false,
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
      globalSetup: ['test/setup/web-app.ts', 'test/setup/server-bundle.ts', 'test/setup/sample-file.ts'],
      // After everything else, and two files at a time: with three, pages of many tables are drawn later than their tests wait.
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
    },
  },
]

export default defineConfig({
  test: {
    // One more than there are cores: many suites wait for a process or a server that they started.
    maxWorkers: availableParallelism() + 1,
    projects: isEmbeddedOnly ? projects.filter(({ test }) => !(test.name in wholeProjects)) : projects,
  },
})
