import { Type } from 'typebox'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { pageQuery } from './common.ts'
import {
  type AnswerOf,
  type BodyOf,
  binary,
  bodiesOf,
  empty,
  errorsOf,
  type LineOf,
  lines,
  operation,
  type ParamsOf,
  paramsSchemaOf,
  type QueryOf,
  takesDryRun,
} from './define.ts'

const Team = Type.Object({ teamId: Type.String() })
const updateTeam = operation({
  id: 'updateTeam',
  method: 'PATCH',
  path: '/v2/teams/{teamId}/members/{memberId}:move',
  summary: 'x',
  tag: 'teams',
  requires: 'manage-teams',
  query: Type.Object({ ...pageQuery, deep: Type.Optional(Type.Boolean()) }),
  body: Type.Object({ name: Type.String() }),
  answers: { 200: Team, 202: empty('queued') },
  errors: ['conflict'],
})
const upload = operation({
  id: 'upload',
  method: 'POST',
  path: '/v2/upload',
  summary: 'x',
  tag: 'test',
  body: {
    'application/json': Type.Object({ a: Type.String() }),
    'application/x-www-form-urlencoded': Type.Object({ b: Type.String() }),
  },
  bodyOptional: true,
  answers: { 200: binary(['text/csv'], 'file') },
})
const stream = operation({
  id: 'stream',
  method: 'GET',
  path: '/v2/stream',
  summary: 'x',
  tag: 'test',
  auth: 'none',
  answers: { 200: lines(Type.Object({ type: Type.Literal('end') }), 'lines') },
})

describe('operation types', () => {
  test('params follow from the path, body and answers from their schemas', () => {
    expectTypeOf<ParamsOf<typeof updateTeam>>().toEqualTypeOf<{ teamId: string; memberId: string }>()
    expectTypeOf<BodyOf<typeof updateTeam>>().toEqualTypeOf<{ name: string }>()
    expectTypeOf<AnswerOf<typeof updateTeam>>().toEqualTypeOf<{ teamId: string }>()
    expectTypeOf<QueryOf<typeof updateTeam>['deep']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<BodyOf<typeof upload>>().toEqualTypeOf<{ a: string } | { b: string } | undefined>()
    expectTypeOf<BodyOf<typeof stream>>().toEqualTypeOf<undefined>()
    expectTypeOf<AnswerOf<typeof upload>>().toEqualTypeOf<never>()
    expectTypeOf<LineOf<typeof stream>>().toEqualTypeOf<{ type: 'end' }>()
    expect(Object.keys(paramsSchemaOf(updateTeam).properties)).toEqual(['teamId', 'memberId'])
  })
})

describe('bodiesOf', () => {
  test('a bare schema is JSON, a map keeps its media types', () => {
    expect(bodiesOf(updateTeam).map(([type]) => type)).toEqual(['application/json'])
    expect(bodiesOf(upload).map(([type]) => type)).toEqual(['application/json', 'application/x-www-form-urlencoded'])
    expect(bodiesOf(stream)).toEqual([])
  })
})

describe('errorsOf', () => {
  test('adds the codes that follow from the shape', () => {
    expect(errorsOf(updateTeam)).toEqual([
      'address_not_allowed',
      'body_too_large',
      'conflict',
      'csrf_failed',
      'forbidden',
      'idempotency_answer_lost',
      'idempotency_in_progress',
      'idempotency_key_reused',
      'internal',
      'invalid_cursor',
      'invalid_request',
      'not_found',
      'unauthorized',
      'unknown_parameter',
      'unsupported_media_type',
    ])
    expect(errorsOf(stream)).toEqual(['internal', 'too_many_attempts'])
  })

  test('an operation that cannot be undone has no dry run', () => {
    const final = operation({ ...updateTeam, cannotBeUndone: true })
    expect([takesDryRun(updateTeam), takesDryRun(final)]).toEqual([true, false])
    expect(errorsOf(final)).toContain('dry_run_not_supported')
  })
})
