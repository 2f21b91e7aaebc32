import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitedShrinking } from './limited-shrinking.ts'

/** The result of a property that fails from 10 on, where each check takes one unit of time. */
async function resultWithin(limit: number) {
  let time = 0
  let checks = 0
  const check = limitedShrinking(
    async (value: number) => {
      checks += 1
      if (value >= 10) throw new Error('too large')
    },
    limit,
    () => {
      time += 1
      return time
    },
  )
  const result = await fc.check(fc.asyncProperty(fc.nat(1_000_000), check), { seed: 1 })
  return { result, checks }
}

test('without a limit the smallest failing case is found', async () => {
  const { result } = await resultWithin(Number.POSITIVE_INFINITY)
  expect(result.counterexample).toEqual([10])
})

test('when the time is over, the smallest case until then is reported with its seed and its own error', async () => {
  const { result, checks } = await resultWithin(3)
  expect(result).toMatchObject({ failed: true, seed: 1 })
  expect(result.counterexample?.[0]).toBeGreaterThan(10)
  expect(result.errorInstance).toMatchObject({ message: 'too large' })
  const whole = await resultWithin(Number.POSITIVE_INFINITY)
  expect(checks).toBeLessThan(whole.checks)
})

test('skipped cases do not start the limit', async () => {
  const check = limitedShrinking(
    async (value: number) => fc.pre(value === 0),
    0,
    () => 1,
  )
  await expect(check(1)).rejects.toSatisfy((error) => fc.PreconditionFailure.isFailure(error))
  await expect(check(1)).rejects.toSatisfy((error) => fc.PreconditionFailure.isFailure(error))
  await check(0)
})
