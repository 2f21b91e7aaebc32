/** The seed of the random tests of this run, printed where one fails. `OCTAVO_SEED` runs the same cases again. */
export const seed = Number(process.env.OCTAVO_SEED ?? Date.now() % 2 ** 31)
