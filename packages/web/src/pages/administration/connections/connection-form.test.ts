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
