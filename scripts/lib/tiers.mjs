/**
 * Projects of the test configuration that `npm test` leaves for CI, with the folders of their files: what needs a browser, compares
 * database servers, or starts, kills and floods whole processes (docs/decisions/0117-tests-in-two-tiers.md).
 */
export const projectsLeftForCi = {
  browser: ['test/browser'],
  engines: ['test/engines'],
  processes: ['test/commands', 'test/faults', 'test/fuzz'],
}

/** Whether this run is the one of `npm test`, on the embedded store and engine only. */
export const isEmbeddedOnly = process.env.OCTAVO_TESTS === 'embedded'
