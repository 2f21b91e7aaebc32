// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadTemporal, Temporal } from './temporal.ts'

const core = join(import.meta.dirname, '../../core/src')
const sources = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.includes('.test.'),
)

it('has every date class that core uses', () => {
  const used = sources.flatMap((file) => {
    const text = readFileSync(join(core, file), 'utf8')
    return text.includes("from 'temporal-polyfill'") ? [...text.matchAll(/\bTemporal\.(\w+)\.\w+\(/g)] : []
  })
  const names = [...new Set(used.map(([, name = '']) => name))].sort()
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !(name in Temporal))).toEqual([])
})

it('computes dates once it is loaded, with or without Temporal in the browser', async () => {
  await loadTemporal()
  expect(String(Temporal.PlainDate.from('2024-01-31').add({ months: 1 }))).toBe('2024-02-29')
})
