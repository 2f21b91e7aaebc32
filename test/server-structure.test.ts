import { expect, test } from 'vitest'
import { importCircles } from '../scripts/import-circles.ts'
import { longFunctions, sourcesOf } from '../scripts/long-functions.ts'

test('files of the server do not import each other in circles, types included', () => {
  expect(importCircles(sourcesOf('server'))).toEqual([])
})

/** A data table that a function returns and the markup of a component do not count: both are easiest to read in one piece. */
test.each(['server', 'core', 'web'] as const)('functions of %s are at most 60 lines long', (name) => {
  const long = longFunctions(sourcesOf(name), 60).map(({ place, lines }) => `${place}: ${lines} lines`)
  expect(long, 'split the function').toEqual([])
})
