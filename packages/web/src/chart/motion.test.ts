// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { asWatched } from './motion.ts'

const { settings } = (window as unknown as { happyDOM: { settings: { device: { prefersReducedMotion: string } } } })
  .happyDOM

afterEach(() => {
  settings.device.prefersReducedMotion = 'no-preference'
})

test.each([
  { asked: 'no-preference', option: { animationDurationUpdate: 240 } },
  { asked: 'reduce', option: { animationDurationUpdate: 240, animation: false } },
])('animations of a chart, where the system asks for $asked', ({ asked, option }) => {
  settings.device.prefersReducedMotion = asked
  expect(asWatched({ option: { animationDurationUpdate: 240 } })).toEqual(option)
})
