import { expect, test } from 'vitest'
import { buildTestServices } from '../../http/routes/testing.ts'
import { type Role, requestsOf, useServer } from '../../http/testing.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { createSampleData } from './sample-data.ts'
import { createSampleDocuments, type SampleDocuments } from './sample-documents.ts'

interface Event {
  event: string
  elementId?: string
  message?: string
  columns?: { id: string }[] | unknown[][]
}

const money = 'item.QUANTITY * item.UNIT_PRICE * (1 - coalesce(item.DISCOUNT, 0))'
const joined = `from RETAIL.PUBLIC.ORDER_ITEMS item join RETAIL.PUBLIC.ORDERS o on o.ORDER_ID = item.ORDER_ID
  left join RETAIL.PUBLIC.STORES st on st.STORE_ID = o.STORE_ID left join RETAIL.PUBLIC.PRODUCTS p on p.PRODUCT_ID = item.PRODUCT_ID
  where coalesce(o.STATUS, 'unknown') not in ('TEST', 'cancelled')`

describeEmbedded('the sample data model, used over HTTP', (openStore) => {
  let made: SampleDocuments | null = null
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    const { store, clock, viewers, organizationId, people } = platform
    const documents = buildTestServices(platform)
    const { duckdb, folder, files, specs } = documents
    const sample = createSampleData({ store, clock, duckdb, folder, lastDay: '2026-06-14' })
    const { connectionId } = await sample.ensure(organizationId, people.admin.memberId)
    made = await createSampleDocuments({ store, clock, viewers, files, specs }).ensure(
      organizationId,
      people.admin.memberId,
      connectionId,
    )
    const dataModelId = made?.dataModelId ?? ''
    const source = (elementId: string) => ({ kind: 'data-model', dataModelId, elementId })
    const byHand = (id: string, name: string, statement: string, columns: string[]) => ({
      id,
      kind: 'table',
      name,
      source: { kind: 'sql', connectionId, statement },
      columns: columns.map((column) => ({ id: column, formula: `[Custom SQL/${column}]`, name: column })),
      sort: [{ columnId: columns[0], direction: 'ascending' }],
    })
    const elements = [
      {
        id: 'regions',
        kind: 'table',
        name: 'Regions',
        source: source('sales'),
        columns: [
          { id: 'region', formula: '[Sales/Region]', name: 'Region' },
          { id: 'revenue', formula: '[Metrics/Total Revenue]', name: 'Revenue' },
          { id: 'orders', formula: '[Metrics/Number Of Orders]', name: 'Orders' },
        ],
        groupings: [{ id: 'g', groupBy: ['region'], calculations: ['revenue', 'orders'] }],
      },
      byHand(
        'regions-by-hand',
        'Regions by hand',
        `select coalesce(st.REGION, 'Online') as region, sum(${money}) as revenue, count(distinct o.ORDER_ID) as orders ${joined} group by 1`,
        ['region', 'revenue', 'orders'],
      ),
      {
        id: 'segments',
        kind: 'table',
        name: 'Segments',
        source: source('orders'),
        columns: [
          { id: 'segment', formula: '[Orders/Customer/Segment]', name: 'Segment' },
          { id: 'orders', formula: '[Metrics/Orders]', name: 'Orders' },
        ],
        groupings: [{ id: 'g', groupBy: ['segment'], calculations: ['orders'] }],
      },
      byHand(
        'segments-by-hand',
        'Segments by hand',
        'select c.SEGMENT as segment, count(distinct o.ORDER_ID) as orders from RETAIL.PUBLIC.ORDERS o left join RETAIL.PUBLIC.CUSTOMERS c on c.CUSTOMER_ID = o.CUSTOMER_ID group by 1',
        ['segment', 'orders'],
      ),
    ]
    const body = { name: 'Over Retail', schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements }] }
    const admin = await documents.viewer('admin')
    const written = await specs.create(admin, 'workbook', { ...body, folderId: people.admin.homeFolderId })
    workbookId = written.record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const { send } = requestsOf(server, 'admin')

  /** Rows of the outermost level of an element, numbers as numbers. */
  const rowsOf = async (elementId: string, as: Role) => {
    const path = `/v2/workbooks/${workbookId}/pages/p/data`
    const answer = await send('POST', path, { elementIds: [elementId] }, as)
    const events = answer.lines as (Event & { resultId?: string; level?: string })[]
    expect(events.filter(({ event }) => event === 'error')).toEqual([])
    const schemas = events.filter(({ event }) => event === 'schema')
    const { resultId } = schemas.find(({ level }) => level === 'g1') ?? schemas[0] ?? {}
    return events
      .filter((item) => item.event === 'batch' && item.resultId === resultId)
      .flatMap(({ columns }) => {
        const values = columns as unknown[][]
        return (values[0] ?? []).map((_, row) => values.map((column) => plain(column[row])))
      })
  }

  test('its join and its metrics give the rows of SQL written by hand', async () => {
    const rows = await rowsOf('regions', 'admin')
    expect(rows.length).toBeGreaterThan(3)
    expect(rows).toEqual(await rowsOf('regions-by-hand', 'admin'))
  })

  test('a column over a relationship adds no rows', async () => {
    const rows = await rowsOf('segments', 'admin')
    expect(rows.length).toBeGreaterThan(2)
    expect(rows).toEqual(await rowsOf('segments-by-hand', 'admin'))
  })

  test('its row policy follows the user attribute of the reader', async () => {
    const all = await rowsOf('regions', 'viewer')
    const region = String(all[0]?.[0])
    const { userAttributeId } = (await send('POST', '/v2/user-attributes', { name: 'Sales region' })).body as {
      userAttributeId: string
    }
    const { memberId } = server().platform.people.viewer
    const assignments = [{ userId: memberId, value: { type: 'string', val: region } }]
    const answer = await send('POST', `/v2/user-attributes/${userAttributeId}/users`, { assignments })
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(await rowsOf('regions', 'viewer')).toEqual([all[0]])
    expect(await rowsOf('regions', 'admin')).toEqual(all)
  })

  test('an update that names an older version fails, one that names this version is the next', async () => {
    const path = `/v2/dataModels/${made?.dataModelId}/spec`
    const { body } = await send('GET', path)
    const { documentVersion, pages } = body as { documentVersion: number; pages: unknown }
    const put = (version: number) => send('PUT', path, { schemaVersion: 1, documentVersion: version, pages })
    expect((await put(documentVersion)).body).toMatchObject({ success: true, documentVersion: documentVersion + 1 })
    expect((await put(documentVersion)).status).toBe(409)
    expect((await send('GET', path)).body).toMatchObject({ documentVersion: documentVersion + 1, pages })
  })
})

function plain(cell: unknown): unknown {
  const isNumber = (typeof cell === 'string' && cell !== '') || typeof cell === 'number'
  return isNumber && Number.isFinite(Number(cell)) ? Number(Number(cell).toPrecision(9)) : cell
}
