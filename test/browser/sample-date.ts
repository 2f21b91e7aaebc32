/** Last day of the sample data that the servers of the browser tests have. */
export const sampleDate = '2026-06-30'
