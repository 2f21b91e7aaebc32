/**
 * The seed of the random tests of this run: a new one each time. It is part of their titles and is printed once, because the titles of
 * passing tests are not printed; `OCTAVO_SEED` repeats the same cases.
 */
export const seed = Number(process.env.OCTAVO_SEED ?? Date.now() % 2 ** 31)

console.info(`Random tests with seed ${seed}; OCTAVO_SEED=${seed} runs the same cases again.`)
