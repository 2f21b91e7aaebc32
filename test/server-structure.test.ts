import { expect, test } from 'vitest'
import { importCircles } from '../scripts/import-circles.ts'
import { longFunctions, sourcesOf } from '../scripts/long-functions.ts'

/**
 * Functions with more than 60 lines, with how many: the lists only get shorter (`node scripts/long-functions.ts core` prints one).
 * A table of data that a function returns and the markup of a component do not count: both read best in one piece.
 */
const longerForNow: Readonly<Record<'server' | 'core' | 'web', Readonly<Record<string, number>>>> = {
  server: {},
  core: {},
  web: {
    'elements/table/columns/column-gestures.ts columnGestures': 224,
  },
}

test('files of the server do not import each other in circles, types included', () => {
  expect(importCircles(sourcesOf('server'))).toEqual([])
})

test.each(['server', 'core', 'web'] as const)(
  'functions of %s are at most 60 lines long, but for those that wait to be split',
  (name) => {
    const grown = longFunctions(sourcesOf(name), 60)
      .filter(({ place, lines }) => lines > (longerForNow[name][place] ?? 60))
      .map(({ place, lines }) => `${place}: ${lines} lines`)
    expect(grown, 'split the function; do not add it to the list').toEqual([])
  },
)
