/**
 * The seed of the random tests of this run: a new one each time. It is part of their titles and is printed once, because the titles of
 * passing tests are not printed; `OCTAVO_SEED` repeats the same cases.
 */
export const seed = Number(process.env.OCTAVO_SEED ?? Date.now() % 2 ** 31)

/**
 * The seed of random tests that still occasionally find differences with other seeds: a new one in the deep run, otherwise always the same.
 * `OCTAVO_SEED` sets it too.
 */
export const settledSeed = Number(process.env.OCTAVO_SEED ?? (process.env.OCTAVO_DEEP === '1' ? seed : 2026))

console.info(`Random tests with seed ${seed}; OCTAVO_SEED=${seed} runs the same cases again.`)
