import { expect, test } from 'vitest'
import { formOf, inputOf, problemsOf, usualPortOf } from './connection-form.ts'

test.each([
  ['postgres', true, '5432'],
  ['postgres', false, '5432'],
  ['mysql', false, '3306'],
  ['starburst', true, '443'],
  ['starburst', false, '8080'],
] as const)('the usual port of %s with TLS %s is %s', (type, useTls, port) => {
  expect(usualPortOf({ type, useTls })).toBe(port)
})

test('a connection to Trino needs no port, database or password, and sends the token', () => {
  const form = {
    ...formOf(null),
    name: 'Lake',
    type: 'starburst',
    host: 'trino.example.com',
    accessToken: 'token',
  } as const
  expect([...problemsOf(form)]).toEqual([])
  const { details } = inputOf(form, null)
  expect(details).toMatchObject({ type: 'starburst', accessToken: 'token' })
  for (const absent of ['port', 'database', 'password']) expect(details).not.toHaveProperty(absent)
})

test('writing to Trino needs the catalog of the schema; other platforms have none', () => {
  const form = { ...formOf(null), name: 'Lake', host: 'trino.example.com', canWrite: true, writeSchema: 'out' }
  const lake = { ...form, type: 'starburst' } as const
  expect([...problemsOf(lake)]).toEqual(['writeCatalog'])
  expect(inputOf({ ...lake, writeCatalog: ' memory ' }, null)).toMatchObject({
    writeDatabase: 'memory',
    writeSchema: 'out',
  })
  expect(inputOf({ ...form, type: 'mysql', writeCatalog: 'memory' }, null)).not.toHaveProperty('writeDatabase')
})
