import { type Method, operation } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { createMatcher } from './matcher.ts'

function matcherOf(...paths: [Method, string][]) {
  return createMatcher(
    paths.map(([method, path]) => ({
      operation: operation({ id: `${method} ${path}`, method, path, summary: '', tag: 't', answers: {} }),
    })),
  )
}

const matcher = matcherOf(
  ['GET', '/v2/workbooks'],
  ['GET', '/v2/workbooks/{workbookId}'],
  ['PATCH', '/v2/workbooks/{workbookId}'],
  ['GET', '/v2/workbooks/spec'],
  ['POST', '/v2/workbooks/spec/verify'],
  ['GET', '/v2/workbooks/{id}/pages'],
  ['POST', '/v2/dataModels/{dataModelId}:materialize'],
  ['GET', '/v2/dataModels/{dataModelId}'],
  ['POST', '/v3alpha/allowedIps:batchCreate'],
  ['GET', '/v3alpha/allowedIps'],
)

describe('matcher', () => {
  test.each([
    ['GET', '/v2/workbooks', 'GET /v2/workbooks', {}],
    ['GET', '/v2/workbooks/abc', 'GET /v2/workbooks/{workbookId}', { workbookId: 'abc' }],
    ['HEAD', '/v2/workbooks/abc', 'GET /v2/workbooks/{workbookId}', { workbookId: 'abc' }],
    ['PATCH', '/v2/workbooks/abc', 'PATCH /v2/workbooks/{workbookId}', { workbookId: 'abc' }],
    ['GET', '/v2/workbooks/spec', 'GET /v2/workbooks/spec', {}],
    ['PATCH', '/v2/workbooks/spec', 'PATCH /v2/workbooks/{workbookId}', { workbookId: 'spec' }],
    ['GET', '/v2/workbooks/spec/pages', 'GET /v2/workbooks/{id}/pages', { id: 'spec' }],
    ['POST', '/v2/dataModels/x:materialize', 'POST /v2/dataModels/{dataModelId}:materialize', { dataModelId: 'x' }],
    ['GET', '/v2/dataModels/x:materialize', 'GET /v2/dataModels/{dataModelId}', { dataModelId: 'x:materialize' }],
    ['POST', '/v3alpha/allowedIps:batchCreate', 'POST /v3alpha/allowedIps:batchCreate', {}],
    ['GET', '/v2/workbooks/a%2Fb%20c', 'GET /v2/workbooks/{workbookId}', { workbookId: 'a/b c' }],
  ])('%s %s is %s', (method, path, id, params) => {
    const match = matcher.match(method, path)
    expect(match.kind === 'found' && { id: match.route.operation.id, params: match.params }).toEqual({ id, params })
  })

  test.each([
    ['GET', '/v2'],
    ['GET', '/v2/workbooks/'],
    ['GET', '/v2/workbooks/%E0%A4%A'],
    ['GET', '/v2/workbooks/a/b/c'],
    ['POST', '/v2/dataModels/:materialize/x'],
    ['GET', ''],
  ])('%s %s is unknown', (method, path) => {
    expect(matcher.match(method, path)).toEqual({ kind: 'unknown' })
  })

  test('a known path with another method names the methods it has', () => {
    expect(matcher.match('DELETE', '/v2/workbooks/abc')).toEqual({ kind: 'wrong_method', allowed: ['GET', 'PATCH'] })
  })

  test('two operations with one method and shape of path are refused', () => {
    expect(() => matcherOf(['GET', '/a/{x}'], ['GET', '/a/{y}'])).toThrow('same method and path')
  })
})
