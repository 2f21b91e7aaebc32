import { binary, empty, lines, operation, pageQuery, Words } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { Type } from 'typebox'
import { sliceOfList } from '../services/answers/slice.ts'
import { currentRequestId } from '../store/index.ts'
import { answer, download, handle, noContent, type Route, streamLines } from './handle.ts'

const base = { summary: 'For tests', tag: 'test' } as const
export const echo = operation({
  ...base,
  id: 'testEcho',
  method: 'POST',
  path: '/v2/things/{thingId}/echo',
  query: Type.Object({ count: Type.Optional(Type.Integer()), deep: Type.Optional(Type.Boolean()) }),
  body: Type.Object({ name: Type.String({ minLength: 2 }), colour: Type.Optional(Words(['red', 'blue'])) }),
  answers: { 201: Type.Object({ thingId: Type.String(), count: Type.Number(), name: Type.String() }) },
})
export const suggestion = operation({
  ...base,
  id: 'testSuggestion',
  method: 'POST',
  path: '/v2/suggestions',
  body: Type.Object({ suggestion: Type.Optional(Type.String()) }),
  answers: { 200: Type.Object({}) },
})
export const list = operation({
  ...base,
  id: 'testList',
  method: 'GET',
  path: '/v2/things',
  query: Type.Object({ ...pageQuery, kind: Type.Optional(Type.String()) }),
  answers: {
    200: Type.Object(
      { entries: Type.Array(Type.String()), nextPage: Type.Union([Type.String(), Type.Null()]) },
      { additionalProperties: true },
    ),
  },
})
export const build = operation({
  ...base,
  id: 'testBuild',
  method: 'GET',
  path: '/v2/build',
  requires: 'edit-workbooks',
  answers: { 204: empty('Nothing.') },
})
export const fail = operation({
  ...base,
  id: 'testFail',
  method: 'GET',
  path: '/v2/fail/{how}',
  auth: 'none',
  answers: { 200: Type.Object({}) },
  errors: ['query_failed'],
})
export const file = operation({
  ...base,
  id: 'testFile',
  method: 'GET',
  path: '/v2/file',
  auth: 'none',
  answers: { 200: binary(['text/csv'], 'A file.') },
})
export const stream = operation({
  ...base,
  id: 'testStream',
  method: 'GET',
  path: '/v2/stream/{how}',
  auth: 'none',
  answers: { 200: lines(Type.Object({ event: Type.String() }, { additionalProperties: true }), 'Numbers.') },
  errors: ['query_failed'],
})
export const big = operation({
  ...base,
  id: 'testBig',
  method: 'GET',
  path: '/v2/big',
  auth: 'none',
  answers: { 200: Type.Object({ text: Type.String() }) },
})

export const made = { lines: 0, isAborted: false, hasReturned: false }
const letters = [...'abcdefghij']

export function testRoutes(): Route[] {
  return [
    handle(echo, ({ params, query, body }) => answer(201, { ...params, count: query.count ?? 0, name: body.name })),
    handle(list, ({ paged }) => paged((window) => sliceOfList(letters, window))),
    handle(build, () => noContent()),
    handle(suggestion, () => ({})),
    handle(fail, ({ params }) => {
      if (params.how === 'bug') throw new Error('secret detail of a bug')
      if (params.how === 'request') return { id: currentRequestId() }
      throw new AppError('query_failed', { reason: 'no such column' })
    }),
    handle(file, () =>
      download({
        content: Buffer.from('a,b\n1,2\n'),
        mediaType: 'text/csv; charset=utf-8',
        fileName: 'Größe "x".csv',
        sizeBytes: 8,
      }),
    ),
    handle(stream, ({ params, request }) => streamLines(stream, numbers(params.how, request.signal))),
    handle(big, () => ({ text: 'abc '.repeat(10_000) })),
  ]
}

async function* numbers(how: string, signal: AbortSignal) {
  signal.addEventListener('abort', () => {
    made.isAborted = true
  })
  try {
    if (how === 'early') throw new AppError('query_failed', { reason: 'at once' })
    for (let index = 0; how === 'endless' || index < 3; index += 1) {
      if (how === 'late' && index === 2) throw new AppError('query_failed', { reason: 'in the middle' })
      made.lines += 1
      yield { event: 'number', index, filler: how === 'endless' ? 'x'.repeat(10_000) : '' }
      if (signal.aborted) return
    }
    yield { event: 'end' }
  } finally {
    made.hasReturned = true
  }
}
