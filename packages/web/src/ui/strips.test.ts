import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Class lists that scroll sideways inside a fixed height. Without the second class, a pixel of rounding shows a vertical scroll bar. */
const strips = globSync('**/*.tsx', { cwd: root }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(["'`])((?:(?!\1).)*\boverflow-x-auto\b(?:(?!\1).)*)\1/g)]
    .map(([, , classes = '']) => ({ file, classes: classes.split(/\s+/) }))
    .filter(({ classes }) => classes.some((name) => /^h-(?!full$|auto$)/.test(name))),
)

test('there are strips that scroll sideways', () => expect(strips.length).toBeGreaterThan(3))

test.each(strips)('a strip of $file has no vertical scroll bar', ({ classes }) => {
  expect(classes).toContain('overflow-y-hidden')
})
