/**
 * Projects of the test configuration that only `npm test` runs and `npm run test:quick` leaves out, with the folders of their files: what needs a browser, compares
 * database servers, or starts, kills and floods whole processes (docs/decisions/0117-tests-in-two-tiers.md).
 */
export const wholeProjects = {
  browser: ['test/browser'],
  engines: ['test/engines'],
  processes: ['test/commands', 'test/faults', 'test/fuzz'],
}

/** Whether this run is the quick one, on the embedded store and engine only. */
export const isEmbeddedOnly = process.env.OCTAVO_TESTS === 'embedded'
