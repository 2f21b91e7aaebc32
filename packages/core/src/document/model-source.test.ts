import { describe, expect, test } from 'vitest'
import { bindFormulas } from './bindings.ts'
import { writeAsWritten } from './codecs/as-written.ts'
import { readFormN } from './codecs/form-n.ts'
import { validateDocument } from './codecs/validate.ts'
import { datasetElementId, modelElementOf, moveToDataModel } from './model-source.ts'
import { deserializeDocument, serializeDocument } from './storage.ts'

const [datasetId, dataModelId] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const dataset = { kind: 'dataset', datasetId }
const other = { kind: 'dataset', datasetId: '33333333-3333-4333-8333-333333333333' }

/** Every field that can contain a source. */
const body = {
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'P',
      elements: [
        { id: 'a', kind: 'table', name: 'A', source: dataset, columns: [{ id: 'a1', formula: 'Sum([Old/Net])' }] },
        {
          id: 'b',
          kind: 'table',
          name: 'B',
          source: {
            kind: 'join',
            name: 'L',
            joins: [{ left: other, right: dataset, name: 'R', columns: [{ left: '[Id]', right: '[Net]' }] }],
          },
          columns: [{ id: 'b1', formula: '[R/Net]' }],
        },
        {
          id: 'c',
          kind: 'table',
          name: 'C',
          source: {
            kind: 'union',
            sources: [dataset, other],
            matches: [{ outputColumnName: 'N', sourceColumns: ['[Net]', '[Id]'] }],
          },
          columns: [{ id: 'c1', formula: '[N]' }],
        },
        {
          id: 'd',
          kind: 'control',
          controlType: 'list',
          controlId: 'D',
          source: { kind: 'source', source: dataset, columnId: 'net' },
          filters: [{ source: dataset, columnId: 'net' }],
        },
      ],
    },
  ],
}
const columns = [{ id: 'net', formula: '[T/NET]', name: 'Net' }]
const table = { kind: 'warehouse-table', connectionId: 'c', path: ['T'] }
const modelBody = {
  schemaVersion: 1,
  pages: [
    { id: 'p', name: 'P', elements: [{ id: datasetElementId, kind: 'table', name: 'Old', source: table, columns }] },
  ],
}
const model = readFormN(modelBody, 'data-model').document

describe('a source that is a dataset', () => {
  test('is read as the one element of a data model', () => {
    expect(modelElementOf(dataset)).toEqual({ dataModelId: datasetId, elementId: datasetElementId })
    expect(modelElementOf({ kind: 'data-model', dataModelId, elementId: 'x' })).toEqual({ dataModelId, elementId: 'x' })
    for (const none of [null, table, { kind: 'dataset' }, { kind: 'data-model', dataModelId }]) {
      expect(modelElementOf(none)).toBeNull()
    }
  })

  test.each(['N', 'D', 'C'] as const)('survives form %s', (form) => {
    const { document, problems } = validateDocument(body, 'workbook')
    expect(problems).toEqual([])
    const written = writeAsWritten(document, form)
    const again = validateDocument(written, 'workbook')
    expect(again.problems).toEqual([])
    expect(writeAsWritten(again.document, 'N')).toEqual(writeAsWritten(document, 'N'))
  })

  test('becomes the data model everywhere, with the bindings; other datasets are unchanged', () => {
    const bound = bindFormulas(readFormN(body).document, { models: new Map([[datasetId, model]]) })
    expect(JSON.stringify(bound.bindings)).toContain(datasetId)
    const moved = moveToDataModel(deserializeDocument(serializeDocument(bound)), datasetId, dataModelId)
    const text = serializeDocument(moved)
    expect(text).not.toContain(datasetId)
    expect(text).toContain(other.datasetId)
    // Equal to binding a document that was written for the data model from the start.
    const asModel = { kind: 'data-model', dataModelId, elementId: datasetElementId }
    const written = JSON.parse(JSON.stringify(body).replaceAll(JSON.stringify(dataset), JSON.stringify(asModel)))
    expect(moved).toEqual(bindFormulas(readFormN(written).document, { models: new Map([[dataModelId, model]]) }))
  })
})
