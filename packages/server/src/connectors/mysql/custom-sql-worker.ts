/** The thread that parses SQL of people. Started by `custom-sql.ts`. */
import { parentPort } from 'node:worker_threads'
import { Dialect, parse } from '@polyglot-sql/sdk'
import type { ReadSql, SqlText } from './custom-sql.ts'

const onlyOne = 'Only a single reading statement (SELECT) may run on this connection.'
const queries: ReadonlySet<string> = new Set([
  'select',
  'union',
  'intersect',
  'except',
  'values',
  'subquery',
  'paren',
  'table',
])

parentPort?.on('message', ({ id, text }: SqlText) => {
  const answer: ReadSql = { id, reason: whyUnread(text) }
  parentPort?.postMessage(answer)
})

function whyUnread(text: string): string | null {
  const { success, ast, error } = parse(text, Dialect.MySQL)
  if (!success) return `The statement cannot be read: ${error ?? 'it is not SQL'}.`
  const statements: unknown[] = Array.isArray(ast) ? ast : [ast]
  const [statement] = statements
  if (statements.length !== 1 || typeof statement !== 'object' || statement === null) return onlyOne
  const [kind = ''] = Object.keys(statement)
  return queries.has(kind) ? null : onlyOne
}
