/** The last day of the sample data in the browser tests. */
export const sampleDate = '2026-06-30'
