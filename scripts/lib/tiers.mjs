/**
 * Projects of the test configuration that only `npm test` runs and `npm run test:quick` skips, with the folders of their files: tests that
 * need a browser, compare database servers, or start, kill and overload whole processes (docs/decisions/0117-tests-in-two-tiers.md).
 */
export const wholeProjects = {
  browser: ['test/browser'],
  engines: ['test/engines'],
  processes: ['test/commands', 'test/faults', 'test/fuzz'],
}

/** Whether this is the quick run, with only the embedded store and engine. */
export const isEmbeddedOnly = process.env.OCTAVO_TESTS === 'embedded'
