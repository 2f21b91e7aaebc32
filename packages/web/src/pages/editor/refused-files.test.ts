import type { DocumentEdit } from '@octavo/core/document'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api.ts'
import { failureOf } from './draft-requests.ts'
import { refusedFiles } from './refused-files.ts'

/** The response of the server to edits with these problems. */
const refused = (...messages: string[]) =>
  failureOf(
    new ApiError(400, {
      code: 'invalid_document',
      message: 'The document has problems',
      details: { problems: messages.map((message) => ({ path: 'pages[0].elements[0].source', message })) },
    }),
  ).failure

const insert = (source: object): DocumentEdit => ({
  op: 'insert',
  at: ['elements'],
  entry: { id: 'n', kind: 'table', source, columns: [] },
  after: null,
  page: 'one',
})
const model = (id: string) => ({ kind: 'data-model', dataModelId: id, elementId: 'e' })

describe('files that refused edits may not use', () => {
  it.each([
    ['a data model', [insert(model('m1'))], ["Dependency not found: 'm1'"], ['m1']],
    ['a dataset', [insert({ kind: 'dataset', datasetId: 'd1' })], ["Dependency not found: 'd1'"], ['d1']],
    [
      'an operand of a join',
      [insert({ kind: 'join', left: model('m1'), right: model('m2') })],
      ["Dependency not found: 'm2'"],
      ['m2'],
    ],
    ['the same one twice', [insert(model('m1')), insert(model('m1'))], ["Dependency not found: 'm1'"], ['m1']],
    ['a tag that is gone', [insert(model('m1'))], ["Dependency not found: version tag 't' on 'm1'"], []],
    [
      'a connection, which nobody asks for like a file',
      [insert({ kind: 'sql', connectionId: 'c1', statement: 'select 1' })],
      ["Dependency not found: 'c1'"],
      [],
    ],
    ['another problem', [insert(model('m1'))], ['The columns have no names'], []],
  ])('%s', (_case, edits, messages, ids) => {
    expect(refusedFiles({ edits, failure: refused(...messages) })).toEqual(ids)
  })
})
