/**
 * The seed of the random tests of this run: a new one each time. It stands in their titles and is printed once, because the titles
 * of tests that pass are not; `OCTAVO_SEED` runs the same cases again.
 */
export const seed = Number(process.env.OCTAVO_SEED ?? Date.now() % 2 ** 31)

/**
 * The seed of random tests that still find differences with other seeds from time to time: a new one in the deep run, else always the
 * same. `OCTAVO_SEED` sets it too.
 */
export const settledSeed = Number(process.env.OCTAVO_SEED ?? (process.env.OCTAVO_DEEP === '1' ? seed : 2026))

console.info(`Random tests with seed ${seed}; OCTAVO_SEED=${seed} runs the same cases again.`)
