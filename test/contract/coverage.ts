import { fileURLToPath } from 'node:url'
import { operations } from '../../packages/core/src/contract/index.ts'
import { notPublished } from '../matrix/resources.ts'
import { differences } from './dispositions.ts'
import { publishedOperations } from './published.ts'

/** A text report of the published contract's coverage: a table by tag, what is missing, what differs and why. */
export function coverageReport(): string {
  const served = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const tags = new Map<string, { done: string[]; missing: string[] }>()
  for (const { method, path, tag } of publishedOperations()) {
    const entry = tags.get(tag) ?? { done: [], missing: [] }
    const name = `${method} ${path}`
    ;(served.has(name) ? entry.done : entry.missing).push(name)
    tags.set(tag, entry)
  }
  const rows = [...tags].sort(([a], [b]) => (a < b ? -1 : 1))
  const total = (pick: 'done' | 'missing') => rows.reduce((sum, [, entry]) => sum + entry[pick].length, 0)
  const line = (tag: string, done: number, missing: number) =>
    `${tag.padEnd(26)} ${String(done).padStart(11)} ${String(missing).padStart(8)}`
  return [
    'Operations of the published contract',
    '',
    `${'tag'.padEnd(26)} implemented  missing`,
    ...rows.map(([tag, entry]) => line(tag, entry.done.length, entry.missing.length)),
    line('all', total('done'), total('missing')),
    '',
    'Missing',
    ...rows.flatMap(([, { missing }]) => missing.map((name) => `  ${name}`)),
    '',
    'Different on purpose',
    ...differences.map(({ operation, where, reason }) => `  ${operation} ${where}: ${reason}`),
    '',
    'Beyond the published contract',
    ...Object.entries(notPublished).map(([operation, reason]) => `  ${operation}: ${reason}`),
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${coverageReport()}\n`)
