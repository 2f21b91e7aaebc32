import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { wholeProjects } from '../scripts/lib/tiers.mjs'

const root = resolve(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('the quick tests omit whole projects of the test configuration, with all of their files', () => {
  const config = textOf('vitest.config.ts')
  for (const [name, folders] of Object.entries(wholeProjects)) {
    const names = folders.map((folder) => folder.replace('test/', ''))
    const include = names.length > 1 ? `test/{${names.join(',')}}/**/*.test.ts` : `test/${names[0]}/**/*.test.ts`
    expect(config).toMatch(new RegExp(`name: '${name}',\\s+include: \\['${include.replace(/[*{}.]/g, '\\$&')}'\\]`))
    for (const folder of folders) {
      expect(readdirSync(join(root, folder)).some((file) => file.endsWith('.test.ts'))).toBe(true)
    }
  }
})

test('npm test and CI omit nothing', () => {
  expect(textOf('.ci/run')).toMatch(/\nexport CI=true\nnpm test\n$/)
  expect(JSON.parse(textOf('package.json')).scripts.test).toBe('node scripts/test.mjs')
})
