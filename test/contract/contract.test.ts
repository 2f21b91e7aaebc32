import { describe, expect, test } from 'vitest'
import { type OperationDefinition, operations } from '../../packages/core/src/contract/index.ts'
import { notPublished } from '../matrix/resources.ts'
import { differencesOf } from './compare.ts'
import { coverageReport } from './coverage.ts'
import { differences } from './dispositions.ts'
import { publishedOperations, publishedProblems } from './published.ts'

const api: readonly OperationDefinition[] = operations.filter(({ path }) => /^\/v\d/.test(path))
const published = new Map(
  publishedOperations().map((operation) => [`${operation.method} ${operation.path}`, operation]),
)

describe('the published contract', () => {
  test('is read completely', () => {
    expect(published.size).toBe(289)
  })

  test('has each of our operations under its prefix, or the addition has a reason', () => {
    const added = api.filter(({ method, path }) => !published.has(`${method} ${path}`)).map(({ id }) => id)
    expect(added.sort()).toEqual(Object.keys(notPublished).sort())
  })

  test.each(api.map((operation) => [operation.id, operation] as const))('%s is as published', (_id, operation) => {
    const fact = published.get(`${operation.method} ${operation.path}`)
    if (fact === undefined) return
    const found = differencesOf(operation, fact)
    const wanted = differences.filter((disposition) => disposition.operation === fact.id)
    const isWanted = (where: string) => wanted.some((disposition) => disposition.where === where)
    expect(found.filter(({ where }) => !isWanted(where)).map(({ where, what }) => `${where} ${what}`)).toEqual([])
    const stale = wanted.filter(({ where }) => !found.some((difference) => difference.where === where))
    expect(
      stale.map(({ where }) => where),
      'dispositions that no longer apply',
    ).toEqual([])
  })

  test('ids are unique', () => {
    const ids = operations.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('dispositions name operations of the contract', () => {
    const ids = new Set(publishedOperations().map(({ id }) => id))
    expect(differences.filter(({ operation }) => !ids.has(operation))).toEqual([])
  })
})

describe('the check of responses', () => {
  test.each<[string, string, number, unknown, string[]]>([
    ['a right answer', 'whoAmI', 200, { userId: 'u', organizationId: 'o', more: 1 }, []],
    ['a missing field', 'whoAmI', 200, { userId: 'u' }, [expect.stringContaining('organizationId')]],
    [
      'a wrong type',
      'whoAmI',
      200,
      { userId: 1, organizationId: 'o' },
      [expect.stringContaining('/userId must be string')],
    ],
    ['a status that is not published', 'whoAmI', 201, {}, ['the status 201 is not published']],
    ['an error body', 'whoAmI', 401, { requestId: 'r', code: 'unauthorized', message: 'm', hint: 'h' }, []],
    ['an error body with a wrong type', 'whoAmI', 401, { code: 7 }, [expect.stringContaining('/code')]],
    ['an operation of ours alone', 'signIn', 200, {}, []],
    [
      'one of several forms',
      'postToken',
      200,
      { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 1 },
      [],
    ],
  ])('%s', (_title, id, status, body, problems) => {
    expect(publishedProblems(id, status, body)).toEqual(problems)
  })

  test('works for every published response: each schema compiles', () => {
    for (const { id, answers } of publishedOperations()) {
      for (const status of Object.keys(answers)) {
        expect(() => publishedProblems(id, Number(status), {}), id).not.toThrow()
      }
    }
  })
})

test('the coverage table counts every published operation once', () => {
  const [, done = 0, missing = 0] = (/^all +(\d+) +(\d+)$/m.exec(coverageReport()) ?? []).map(Number)
  expect(done + missing).toBe(289)
  expect(done).toBe(api.length - Object.keys(notPublished).length)
})
