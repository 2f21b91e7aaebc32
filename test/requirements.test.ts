import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/requirements.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, , tests] = /^\| R(\d+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? []
    return number === undefined || tests === undefined ? [] : [{ number: Number(number), tests }]
  })

test('the 46 requirements are all listed, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 46 }, (_, index) => index + 1))
})

test.each(rows)('R$number lists existing tests, or why it does not apply', ({ tests }) => {
  const files = [...tests.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  if (files.length === 0) expect(tests).toMatch(/^Not applicable( yet)?: .{20,}/)
})
