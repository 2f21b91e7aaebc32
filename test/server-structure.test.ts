import { expect, test } from 'vitest'
import { importCircles } from '../scripts/import-circles.ts'
import { longFiles } from '../scripts/long-files.ts'
import { longFunctions, sourcesOf } from '../scripts/long-functions.ts'

test('files of the server do not import each other in circles, types included', () => {
  expect(importCircles(sourcesOf('server'))).toEqual([])
})

/** A data table that a function returns and the markup of a component do not count: both are easiest to read in one piece. */
test.each(['server', 'core', 'web'] as const)(
  'functions of %s are at most 60 lines long',
  { timeout: 300_000 },
  (name) => {
    const long = longFunctions(sourcesOf(name), 60).map(({ place, lines }) => `${place}: ${lines} lines`)
    expect(long, 'split the function').toEqual([])
  },
)

/** Files that are easiest to read in one piece, and why. */
const longOnPurpose: Record<string, string> = {
  'packages/web/src/forms/icons.tsx': 'one line for each icon, written by scripts/icons.mjs',
  'packages/web/src/styles.css': 'the variables of both themes and the base styles, in the order of the cascade',
}

test('sources are at most 500 lines long, or listed here with the reason', () => {
  const long = longFiles(500)
  const unlisted = long.filter(({ file }) => !Object.hasOwn(longOnPurpose, file))
  expect(unlisted, 'split the file by subject').toEqual([])
  const listed = Object.keys(longOnPurpose)
  expect(
    listed.filter((name) => !long.some(({ file }) => file === name)),
    'remove the file from the list',
  ).toEqual([])
})
