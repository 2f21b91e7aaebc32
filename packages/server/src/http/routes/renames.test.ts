import { expect, test } from 'vitest'
import { embeddedStore } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

/** A model of orders and customers whose names are all used in formulas of the workbook or the model. */
const names = {
  element: 'Order List',
  column: 'Channel',
  target: 'Shops',
  targetColumn: 'City',
  relationship: 'Sold In',
  metric: 'Order Count',
  modelColumn: 'Code',
  key: 'Shop',
  control: 'Wanted',
}
type Names = typeof names

let documents: TestServices
let connectionId = ''
const server = useServer(embeddedStore(), async (platform) => {
  documents = buildTestServices(platform)
  connectionId = await documents.addConnection(
    [
      ...smallRetail,
      "CREATE TABLE PUBLIC.STORES AS SELECT * FROM (VALUES (1, 'Rome'), (2, 'Kyiv')) AS t(STORE_ID, CITY)",
    ],
    { usableBy: ['builder'] },
  )
  return documents.routes
})
const { done } = requestsOf(server, 'builder')
const folderId = () => server().platform.people.builder.homeFolderId
const table = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })

const model = (n: Names) => ({
  name: 'Model',
  folderId: folderId(),
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'Page',
      elements: [
        { id: 'm-pick', kind: 'control', controlId: n.control, controlType: 'text', mode: 'equals', value: 'none' },
        {
          id: 'shops',
          kind: 'table',
          name: n.target,
          source: table('STORES'),
          columns: [
            { id: 's-id', formula: '[STORES/STORE_ID]', name: 'Shop Id' },
            { id: 's-city', formula: '[STORES/CITY]', name: n.targetColumn },
          ],
        },
        {
          id: 'orders',
          kind: 'table',
          name: n.element,
          source: table('ORDERS'),
          columns: [
            { id: 'o-id', formula: '[ORDERS/ORDER_ID]', name: n.modelColumn },
            { id: 'o-shop', formula: '[ORDERS/STORE_ID]', name: n.key },
            { id: 'o-channel', formula: '[ORDERS/CHANNEL]', name: n.column },
            { id: 'o-given', formula: `[${n.control}]`, name: 'Given' },
          ],
          relationships: [
            {
              id: 'rel',
              name: n.relationship,
              targetElementId: 'shops',
              keys: [{ sourceColumnId: 'o-shop', targetColumnId: 's-id' }],
            },
          ],
          metrics: [{ id: 'm', name: n.metric, formula: 'Count()' }],
        },
      ],
    },
  ],
})
const workbook = (modelId: string, n: Names) => {
  const source = (elementId: string) => ({ kind: 'data-model', dataModelId: modelId, elementId })
  return {
    name: 'Book',
    folderId: folderId(),
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [
          {
            id: 'pick',
            kind: 'control',
            controlId: 'Picked',
            controlType: 'text',
            mode: 'equals',
            value: 'web',
            parameters: [{ kind: 'data-model', dataModelId: modelId, controlId: n.control }],
          },
          {
            id: 'list',
            kind: 'table',
            name: 'List',
            source: source('orders'),
            columns: [
              { id: 'id', formula: `[${n.element}/${n.modelColumn}]` },
              { id: 'next', formula: `[${n.modelColumn}] + 1`, name: 'Next' },
              { id: 'channel', formula: `Upper([${n.element}/${n.column}])`, name: 'Upper channel' },
              { id: 'city', formula: `[${n.element}/${n.relationship}/${n.targetColumn}]`, name: 'City' },
              { id: 'town', formula: `[${n.element}/${n.targetColumn} (${n.relationship})]`, name: 'Town' },
              { id: 'is', formula: `[${n.element}/${n.column}] = [Picked]`, name: 'Is picked' },
              { id: 'given', formula: `[${n.element}/Given]`, name: 'Given here' },
              { id: 'count', formula: `[Metrics/${n.metric}]`, name: 'How many' },
            ],
            summary: ['count'],
            sort: [{ columnId: 'id', direction: 'ascending' }],
          },
          {
            id: 'joined',
            kind: 'table',
            name: 'Joined',
            source: {
              kind: 'join',
              primarySource: source('orders'),
              joins: [
                {
                  left: source('orders'),
                  right: source('shops'),
                  name: 'Leg',
                  joinType: 'left-outer',
                  columns: [{ left: `[${n.key}]`, right: '[Shop Id]' }],
                },
              ],
            },
            columns: [
              { id: 'j-id', formula: `[${n.element}/${n.modelColumn}]`, name: 'J Id' },
              { id: 'j-city', formula: `[Leg/${n.targetColumn}]`, name: 'J City' },
            ],
            sort: [{ columnId: 'j-id', direction: 'ascending' }],
          },
          {
            id: 'below',
            kind: 'table',
            source: {
              kind: 'union',
              sources: [source('orders'), source('shops')],
              matches: [
                { outputColumnName: 'Any Shop', sourceColumns: [`[${n.key}]`, '[Shop Id]'] },
                { outputColumnName: 'Word', sourceColumns: [`[${n.column}]`, n.targetColumn] },
              ],
            },
            columns: [
              { id: 'u-shop', formula: '[Union of 2 Sources/Any Shop]', name: 'U Shop' },
              { id: 'u-word', formula: '[Union of 2 Sources/Word]', name: 'U Word' },
            ],
            sort: [
              { columnId: 'u-shop', direction: 'ascending' },
              { columnId: 'u-word', direction: 'ascending' },
            ],
          },
          {
            id: 'wide',
            kind: 'table',
            name: 'Wide',
            source: {
              kind: 'transpose',
              direction: 'row-to-column',
              source: source('orders'),
              columnToTranspose: n.column,
              valueColumn: 'o-id',
              aggregate: 'count',
              outputColumns: ['web', 'app', 'Place'],
            },
            columns: [
              { id: 'w-key', formula: `[${n.element}/${n.key}]` },
              { id: 'w-web', formula: `[${n.element}/web]`, name: 'On web' },
            ],
            sort: [{ columnId: 'w-key', direction: 'ascending' }],
          },
          {
            id: 'long',
            kind: 'table',
            name: 'Long',
            source: {
              kind: 'transpose',
              direction: 'column-to-row',
              source: source('orders'),
              columnsToMerge: [n.modelColumn, n.key],
              columnLabelForMergedColumns: 'What',
              columnLabelForValues: 'Amount',
            },
            columns: [
              { id: 'x-channel', formula: `[${n.element}/${n.column}]`, name: 'X Channel' },
              { id: 'x-value', formula: `[${n.element}/Amount]`, name: 'X Value' },
            ],
            sort: [
              { columnId: 'x-channel', direction: 'ascending' },
              { columnId: 'x-value', direction: 'ascending' },
            ],
          },
        ],
      },
    ],
  }
}

const cellsOf = async (workbookId: string) => {
  const path = `/v2/workbooks/${workbookId}/pages/p/data`
  const { lines } = await server().request({ method: 'POST', path, as: 'builder', body: {} })
  const events = lines as { event: string; columns?: unknown[]; elements?: string[]; message?: string }[]
  expect(events.filter(({ event }) => event === 'error')).toEqual([])
  const schemas = events.flatMap((event) => (event.event === 'schema' ? [event] : []))
  return {
    cells: events.flatMap((event) => (event.event === 'batch' ? [JSON.stringify(event.columns)] : [])).sort(),
    names: schemas.flatMap(({ columns = [] }) => columns.map((column) => (column as { name: string }).name)),
  }
}
interface Written {
  columns?: { formula: string }[]
  source?: {
    joins?: { columns: unknown }[]
    matches?: { sourceColumns: unknown }[]
    columnToTranspose?: unknown
    valueColumn?: unknown
    columnsToMerge?: unknown
  }
  parameters?: { controlId: string }[]
}
/** Every text of the elements that contains a name from the model. */
const textsOf = (elements: Written[]) =>
  elements.flatMap(({ columns = [], source = {}, parameters = [] }) => [
    ...columns.map(({ formula }) => formula),
    ...(source.joins ?? []).map((join) => join.columns),
    ...(source.matches ?? []).map(({ sourceColumns }) => sourceColumns),
    source.columnToTranspose,
    source.valueColumn,
    source.columnsToMerge,
    ...parameters.map(({ controlId }) => controlId),
  ])
const formulasOf = (spec: Record<string, unknown>) =>
  (spec.pages as { elements: Written[] }[]).flatMap(({ elements }) => textsOf(elements))

test.each<[string, Partial<Names>]>([
  ['a column', { column: 'Way' }],
  ['a column that readers are called after', { modelColumn: 'Number' }],
  ['an element', { element: 'All Orders' }],
  ['a relationship', { relationship: 'Where' }],
  ['the target of a relationship', { target: 'Places' }],
  ['a column behind a relationship', { targetColumn: 'Town' }],
  ['a metric', { metric: 'Orders' }],
  ['a join key', { key: 'Place' }],
  ['a column in a union', { column: 'Word' }],
  ['a control with a value from the workbook', { control: 'Chosen' }],
  ['a join key that swaps its name with another column', { key: names.column, column: names.key }],
  ['two columns that swap their names', { column: names.modelColumn, modelColumn: names.column }],
  [
    'everything at once',
    {
      element: 'E',
      column: 'C',
      target: 'T',
      targetColumn: 'TC',
      relationship: 'R',
      metric: 'M',
      key: 'K',
      control: 'H',
    },
  ],
])('%s of a data model is renamed: formulas of workbooks follow and return the same rows', async (_, renamed) => {
  const after = { ...names, ...renamed }
  const { dataModelId } = await done('POST', '/v2/dataModels/spec', model(names))
  const id = String(dataModelId)
  const { workbookId } = await done('POST', '/v2/workbooks/spec', workbook(id, names))
  const path = `/v2/workbooks/${workbookId}`
  const before = await cellsOf(String(workbookId))
  expect(before.cells).toHaveLength(6)
  expect(before.cells.join()).not.toContain('none')
  expect(before.cells.join()).toContain('["web","web","web","web"]')
  expect(before.names).toContain('Code')

  await done('PUT', `/v2/dataModels/${id}/spec`, model(after))
  const now = await cellsOf(String(workbookId))
  expect(now.cells).toEqual(before.cells)
  expect(now.names).toContain(after.modelColumn)

  const spec = await done('GET', `${path}/spec`)
  expect(formulasOf(spec)).toEqual(formulasOf(workbook(id, after)))
  const { contents } = await done('GET', `${path}?includeContents=true`)
  expect(textsOf((contents as { elements: Written[] }).elements)).toEqual(formulasOf(spec))

  // The columns in lists and in the older form have the same texts.
  const columns = (spec.pages as { elements: Written[] }[]).flatMap(({ elements }) =>
    elements.flatMap((element) => (element.columns ?? []).map(({ formula }) => formula)),
  )
  const { entries } = await done('GET', `${path}/columns`)
  expect((entries as { formula: string }[]).map(({ formula }) => formula)).toEqual(columns)
  const { sheets } = await done('GET', `${path}/schema`)
  expect(
    Object.values(sheets as Record<string, { columns: Record<string, { formula: string }> }>).flatMap((sheet) =>
      Object.values(sheet.columns).map(({ formula }) => formula),
    ),
  ).toEqual(columns)

  // A returned document can be sent back, and used to create another one.
  await done('PUT', `${path}/spec`, spec)
  expect((await cellsOf(String(workbookId))).cells).toEqual(before.cells)
  const copy = await done('POST', '/v2/workbooks/spec', { ...spec, name: 'Copy', folderId: folderId() })
  expect((await cellsOf(String(copy.workbookId))).cells).toEqual(before.cells)
})

test('a new object with the old name of another is not mistaken for it', async () => {
  const { dataModelId } = await done('POST', '/v2/dataModels/spec', model(names))
  const id = String(dataModelId)
  const { workbookId } = await done('POST', '/v2/workbooks/spec', workbook(id, names))
  const before = await cellsOf(String(workbookId))
  const changed = model({ ...names, column: 'Way', key: 'Place', control: 'Chosen' })
  const [page] = changed.pages
  page?.elements[2]?.columns?.push(
    { id: 'other', formula: '"nothing"', name: names.column },
    { id: 'other-key', formula: '-1', name: names.key },
  )
  page?.elements.unshift({
    id: 'other-pick',
    kind: 'control',
    controlId: names.control,
    controlType: 'text',
    mode: 'equals',
    value: 'none',
  })
  await done('PUT', `/v2/dataModels/${id}/spec`, changed)
  expect((await cellsOf(String(workbookId))).cells).toEqual(before.cells)
})

test('a control passes its value to a data model below one that is read, also after renames; others cause a warning', async () => {
  const { dataModelId: inner } = await done('POST', '/v2/dataModels/spec', model(names))
  const outerModel = {
    name: 'Outer',
    folderId: folderId(),
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [
          {
            id: 'o',
            kind: 'table',
            name: 'O',
            source: { kind: 'data-model', dataModelId: inner, elementId: 'orders' },
            columns: [{ id: 'g', formula: `[${names.element}/Given]`, name: 'G' }],
          },
        ],
      },
    ],
  }
  const { dataModelId: outer } = await done('POST', '/v2/dataModels/spec', outerModel)
  const { dataModelId: other } = await done('POST', '/v2/dataModels/spec', model(names))
  const given = (id: unknown, controlId: string) => ({ kind: 'data-model', dataModelId: id, controlId })
  const book = {
    name: 'Book',
    folderId: folderId(),
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [
          {
            id: 'pick',
            kind: 'control',
            controlId: 'Picked',
            controlType: 'text',
            mode: 'equals',
            value: 'web',
            parameters: [given(inner, names.control), given(inner, 'Nobody'), given(other, names.control)],
          },
          {
            id: 'list',
            kind: 'table',
            name: 'List',
            source: { kind: 'data-model', dataModelId: outer, elementId: 'o' },
            columns: [{ id: 'c', formula: '[O/G]', name: 'C' }],
          },
        ],
      },
    ],
  }
  const written = await done('POST', '/v2/workbooks/spec', book)
  expect(
    (written.warnings as { path: string; message: string }[]).map(({ path, message }) => `${path}: ${message}`),
  ).toEqual([
    'pages[0].elements[0].parameters[1].controlId: The data model has no control "Nobody"',
    `pages[0].elements[0].parameters[2].dataModelId: No element reads the data model "${other}"`,
  ])
  const web = { cells: ['[["web","web","web","web"]]'], names: ['C'] }
  expect(await cellsOf(String(written.workbookId))).toEqual(web)
  await done('PUT', `/v2/dataModels/${inner}/spec`, model({ ...names, control: 'Chosen' }))
  expect(await cellsOf(String(written.workbookId))).toEqual(web)
})
