import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as contract from '../../packages/core/src/contract/index.ts'

const { operations } = contract
const folder = fileURLToPath(new URL('../../packages/server/src/http/routes', import.meta.url))
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
/**
 * Names of operations that have a table of scenarios: they follow `operation:`, are in a list over which a loop creates tables, or are
 * members of the contract.
 */
const held = texts.flatMap((text) => [
  ...[...text.matchAll(/\boperation: (\w+?)(?:Operation)?\b/g)].map(([, name]) => name),
  ...[...text.matchAll(/for \(const operation of \[([^\]]+)\]/g)].flatMap(([, names = '']) =>
    names.trim().split(/,\s*/),
  ),
  ...[...text.matchAll(/^ +\['\w+', (\w+), /gm)].map(([, name]) => name),
  ...[...text.matchAll(/\bcontract\.(\w+)/g)].map(([, name]) => name),
])
const nameOf = new Map(Object.entries(contract).map(([name, value]) => [value as unknown, name]))

// `scenarios` itself requires a row, or a reason, for each error of its operation.
test('every operation with errors of its own has a table of scenarios', () => {
  const declaring: readonly contract.OperationDefinition[] = operations.filter(
    (operation: contract.OperationDefinition) => (operation.errors ?? []).length > 0,
  )
  const without = declaring.map((operation) => nameOf.get(operation) ?? operation.id)
  expect(without.filter((name) => !held.includes(name))).toEqual([])
})

test('every list accepts both paging styles', () => {
  const styles = operations.map((operation: contract.OperationDefinition) => {
    const given = Object.keys(operation.query?.properties ?? {})
    return [operation.id, ['page', 'limit', 'pageToken', 'pageSize'].map((name) => given.includes(name))] as const
  })
  expect(styles.filter(([, given]) => given.some(Boolean) && !given.every(Boolean))).toEqual([])
})
