import type { PageDataEvent } from '@octavo/core/contract'
import { computedFormulas, withComputedFormulas } from '@octavo/core/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPoolSizes } from '../../connectors/index.ts'
import { describeStores } from '../../store/testing.ts'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import { openQueryBench, type QueryBench } from '../testing/query-bench.ts'
import { type PageQuery, pageDataLine } from './page-data.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
const orders = { kind: 'table', elementId: 'orders' }
const workbook = {
  name: 'Orders',
  folderId: '22222222-2222-4222-8222-222222222222',
  schemaVersion: 1,
  pages: [
    {
      id: 'page',
      name: 'Page',
      elements: [
        {
          id: 'orders',
          kind: 'table',
          name: 'Orders',
          source,
          columns: [
            { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
            { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
            { id: 'amount', formula: '[ORDERS/AMOUNT]', name: 'Amount' },
          ],
          sort: [{ columnId: 'id', direction: 'ascending' }],
        },
        {
          id: 'grouped',
          kind: 'table',
          name: 'By status',
          source: orders,
          columns: [
            { id: 'g', formula: '[Orders/Status]', name: 'Status' },
            { id: 'sum', formula: 'Sum([Amount])', name: 'Total' },
            { id: 'amount', formula: '[Orders/Amount]', name: 'Amount' },
            { id: 'all', formula: 'Sum([Amount])', name: 'All' },
          ],
          groupings: [{ id: 'gr', groupBy: ['g'], calculations: ['sum'] }],
          summary: ['all'],
        },
        ...['kpi', 'kpi-again'].map((id) => ({
          id,
          kind: 'kpi-chart',
          name: id,
          source: orders,
          columns: [{ id: `${id}-value`, formula: 'Count([Orders/Order Id])', name: 'Orders' }],
          value: { columnId: `${id}-value` },
        })),
        {
          id: 'crossed',
          kind: 'pivot-table',
          name: 'Status by size',
          source: orders,
          columns: [
            { id: 'p-status', formula: '[Orders/Status]', name: 'Status' },
            { id: 'p-large', formula: '[Orders/Amount] >= 300', name: 'Large' },
            { id: 'p-sum', formula: 'Sum([Orders/Amount])', name: 'Total' },
          ],
          rowsBy: [{ columnId: 'p-status' }],
          columnsBy: [{ columnId: 'p-large' }],
          values: ['p-sum'],
        },
        {
          id: 'lined',
          kind: 'pivot-table',
          name: 'Status with a goal',
          source: orders,
          columns: [
            { id: 'l-status', formula: '[Orders/Status]', name: 'Status' },
            { id: 'l-sum', formula: 'Sum([Orders/Amount])', name: 'Total' },
          ],
          rowsBy: [{ columnId: 'l-status' }],
          values: ['l-sum'],
          adhocCalcs: [
            {
              id: 'goal',
              inColumn: 'l-status',
              value: 'done',
              position: 'below',
              calculations: [{ columnId: 'l-sum', formula: '[Total] + 1' }],
            },
          ],
        },
        {
          id: 'marked',
          kind: 'bar-chart',
          name: 'Amount of {{CountDistinct([Orders/Status])}} states',
          source: orders,
          columns: [
            { id: 'm-status', formula: '[Orders/Status]', name: 'Status' },
            { id: 'm-sum', formula: 'Sum([Orders/Amount])', name: 'Total' },
          ],
          xAxis: { columnId: 'm-status' },
          yAxis: { columnIds: ['m-sum'] },
          refMarks: [
            { type: 'line', axis: 'series', value: { type: 'formula', formula: 'Avg([Total])' } },
            { type: 'line', axis: 'series', value: { type: 'constant', value: 5 } },
          ],
        },
        {
          id: 'round',
          kind: 'donut-chart',
          source: orders,
          columns: [
            { id: 'r-status', formula: '[Orders/Status]', name: 'Status' },
            { id: 'r-count', formula: 'CountDistinct([Orders/Order Id] % 7)', name: 'Remainders' },
          ],
          value: { id: 'r-count' },
          color: { id: 'r-status' },
        },
        {
          id: 'prose',
          kind: 'text',
          body: 'Sold {{Sum([Orders/Amount]) | $,.0f}}, {{Sum([Orders/Amount]) / Count([Orders/Order Id])}} each; {{[Some-Control]}}',
        },
        { id: 'site', kind: 'embed', url: 'https://a.example/?n={{Sum([Orders/Amount])}}&c={{[Some-Control]}}' },
        { id: 'logo', kind: 'image', source: { kind: 'url', url: 'https://a.example/{{Min([Orders/Status])}}.png' } },
        {
          ...{ id: 'ways', kind: 'navigation', mode: 'manual' },
          options: [{ label: 'Go', destination: { type: 'link', url: 'https://a.example/{{Max([Orders/Status])}}' } }],
        },
        { id: 'bar', kind: 'progress', value: 'Max([Orders/Amount])', max: '1000' },
        {
          id: 'broken',
          kind: 'table',
          name: 'Broken',
          source: { ...source, path: ['RETAIL', 'PUBLIC', 'NOWHERE'] },
          columns: [{ id: 'x', formula: '[NOWHERE/X]', name: 'X' }],
        },
        {
          id: 'pick',
          kind: 'control',
          controlId: 'Status-Pick',
          controlType: 'list',
          name: 'Status',
          mode: 'include',
          selectionMode: 'multiple',
          values: [],
          source: { kind: 'source', source: orders, columnId: 'status' },
          filters: [{ source: orders, columnId: 'status' }],
        },
        {
          id: 'restless',
          kind: 'pivot-table',
          name: 'Restless',
          source: {
            kind: 'sql',
            connectionId,
            statement: 'SELECT range % 3 AS A, range % 2 AS B, CAST(1000000 * random() AS BIGINT) AS C FROM range(60)',
          },
          columns: [
            { id: 'r-a', formula: '[Custom SQL/A]', name: 'A' },
            { id: 'r-b', formula: '[Custom SQL/B]', name: 'B' },
            { id: 'r-c', formula: 'Sum([Custom SQL/C])', name: 'C' },
          ],
          rowsBy: [{ id: 'r-a' }],
          columnsBy: [{ id: 'r-b' }],
          values: ['r-c'],
        },
        {
          id: 'long',
          kind: 'pivot-table',
          name: 'Long',
          source: { kind: 'sql', connectionId, statement: 'SELECT range AS A FROM range(10500)' },
          columns: [
            { id: 'l-a', formula: '[Custom SQL/A]', name: 'A' },
            { id: 'l-n', formula: 'Count()', name: 'Rows' },
          ],
          rowsBy: [{ id: 'l-a' }],
          values: ['l-n'],
        },
        {
          id: 'spread',
          kind: 'box-chart',
          name: 'Spread',
          source: {
            kind: 'sql',
            connectionId,
            statement:
              "SELECT IF(range < 9, 'a', 'b') AS G, CAST(IF(range = 8, 100, range) AS DOUBLE) AS V FROM range(12)",
          },
          columns: [
            { id: 's-g', formula: '[Custom SQL/G]', name: 'G' },
            { id: 's-v', formula: '[Custom SQL/V]', name: 'V' },
          ],
          xAxis: { columnId: 's-g' },
          yAxis: { columnIds: ['s-v'] },
        },
        {
          id: 'bars',
          kind: 'bar-chart',
          name: 'Bars',
          source: orders,
          columns: [
            { id: 'b-status', formula: '[Orders/Status]', name: 'Status' },
            { id: 'b-large', formula: '[Orders/Amount] >= 300', name: 'Large', hidden: true },
            { id: 'b-count', formula: 'Count()', name: 'Orders' },
          ],
          xAxis: { columnId: 'b-status' },
          yAxis: { columnIds: ['b-count'] },
        },
        {
          id: 'level',
          kind: 'control',
          controlId: 'Level',
          controlType: 'drill',
          source: { kind: 'source', source: orders, columnId: 'status' },
          categories: [{ columnId: 'status' }, { columnId: 'amount' }],
          targets: [{ source: { kind: 'table', elementId: 'bars' }, columnIds: ['b-status', 'b-large'] }],
        },
      ],
    },
  ],
}

describeStores('page data', (openStore) => {
  let bench: QueryBench
  let document: QueriedDocument

  beforeAll(async () => {
    bench = await openQueryBench({
      place: await openStore.place(),
      tables: [
        `CREATE TABLE PUBLIC.ORDERS AS SELECT range AS ORDER_ID, ['new', 'sent', 'done'][1 + range % 3] AS STATUS,
        CAST(range AS DECIMAL(12, 2)) AS AMOUNT FROM range(600)`,
      ],
    })
    document = await bench.publish(workbook)
  })
  afterAll(() => bench.close())

  async function eventsOf(query: Partial<PageQuery>, signal = bench.signal): Promise<PageDataEvent[]> {
    const page = { document, elementIds: ['orders'], purpose: 'dashboard' as const, ...query }
    const events: PageDataEvent[] = []
    for await (const event of bench.pageData.run(bench.viewer, page, signal)) events.push(event)
    return events
  }
  type Batch = Extract<PageDataEvent, { event: 'batch' }>
  type Schema = Extract<PageDataEvent, { event: 'schema' }>
  type Done = Extract<PageDataEvent, { event: 'done' }>

  function resultsOf(events: PageDataEvent[]) {
    return events
      .filter((event): event is Schema => event.event === 'schema')
      .map((schema) => {
        const mine = <E extends PageDataEvent>(kind: E['event']) =>
          events.filter(
            (event): event is E => event.event === kind && 'resultId' in event && event.resultId === schema.resultId,
          )
        const batches = mine<Batch>('batch')
        const columns = schema.columns.map((_, index) => batches.flatMap((batch) => batch.columns[index] ?? []))
        return { schema, columns, done: mine<Done>('done')[0] }
      })
  }

  describe('page data', () => {
    it('starts with the version, continues with schema, batches and done, and ends', async () => {
      const events = await eventsOf({})
      expect(events.map(({ event }) => event)).toEqual(['start', 'schema', 'batch', 'done', 'end'])
      expect(events[0]).toEqual({ event: 'start', version: 1 })
      const [result] = resultsOf(events)
      expect(result?.schema.columns.map(({ id, type }) => [id, type])).toEqual([
        ['id', 'int64'],
        ['status', 'text'],
        ['amount', 'decimal(12,2)'],
      ])
      expect(result?.columns.map((column) => column[1])).toEqual(['1', 'sent', '1.00'])
      expect(result?.done).toMatchObject({ rows: 500, truncated: true })
    })

    it('returns the same from the cache, and new rows on refresh', async () => {
      await eventsOf({})
      expect(resultsOf(await eventsOf({}))[0]?.done?.cached).toBe(true)
      expect(resultsOf(await eventsOf({ refresh: true }))[0]?.done?.cached).toBe(false)
    })

    it('sends the summary and the outermost groups of a grouped table first', async () => {
      const results = resultsOf(await eventsOf({ elementIds: ['grouped'] }))
      const byLevel = Object.fromEntries(results.map((result) => [result.schema.level, result]))
      expect(Object.keys(byLevel).sort()).toEqual(['g1', 'summary'])
      expect(byLevel.summary?.columns).toEqual([['179700.00']])
      expect(byLevel.g1?.columns).toEqual(
        [['done', 'new', 'sent'], ['60100.00', '59700.00', '59900.00'].toSorted()].map((column, index) =>
          index === 0 ? column : expect.arrayContaining(column),
        ),
      )
    })

    it('computes the formulas that titles, texts, addresses, marks and holes show, above all groups', async () => {
      const { content } = document
      const computed = { ...document, versionKey: 'computed', content: withComputedFormulas(content) }
      const shown = (id: string) => {
        const element = content.elements[id]
        if (!element) throw new Error(`no element ${id}`)
        return [...computedFormulas(content, element)]
      }
      const value = async (id: string, formula: string) => {
        const [, place] = shown(id).find(([text]) => text === formula) ?? []
        if (!place) throw new Error(`${formula} of ${id} is not computed`)
        const windows = [{ elementId: place.elementId, level: 'summary', offset: 0, limit: 1 }]
        const results = resultsOf(await eventsOf({ document: computed, elementIds: [place.elementId], windows }))
        expect(results.map(({ schema }) => schema.level)).toEqual(['summary'])
        const index = results[0]?.schema.columns.findIndex(({ id: column }) => column === place.columnId) ?? -1
        return results[0]?.columns[index]?.[0]
      }
      // The mean of the three bars, and not of the 600 rows; a distinct count of all rows is not the sum of its slices.
      expect(Number(await value('marked', 'Avg([Total])'))).toBe(59900)
      expect(await value('marked', 'CountDistinct([Orders/Status])')).toBe('3')
      expect(await value('round', 'CountDistinct([Orders/Order Id] % 7)')).toBe('7')
      expect(await value('prose', 'Sum([Orders/Amount])')).toBe('179700.00')
      expect(Number(await value('prose', 'Sum([Orders/Amount]) / Count([Orders/Order Id])'))).toBe(299.5)
      expect(await value('site', 'Sum([Orders/Amount])')).toBe('179700.00')
      expect(await value('logo', 'Min([Orders/Status])')).toBe('done')
      expect(await value('ways', 'Max([Orders/Status])')).toBe('sent')
      expect(Number(await value('bar', 'Max([Orders/Amount])'))).toBe(599)
      expect(shown('orders')).toEqual([])
      expect(shown('kpi')).toEqual([])
    })

    it('sends the numbers of the boxes of a box chart, which the data platform computes', async () => {
      const queried = { ...document, content: withComputedFormulas(document.content) }
      const [result] = resultsOf(await eventsOf({ document: queried, elementIds: ['spread'] }))
      const column = (id: string) => result?.columns[result.schema.columns.findIndex((each) => each.id === id)]
      const boxes = ['low', 'q1', 'median', 'q3', 'high', 'min', 'max'].map((part) => column(`s-v~${part}`))
      const order = (column('s-g') ?? []).map(String)
      const of = (group: string) => boxes.map((cells) => cells?.[order.indexOf(group)])
      // The 100 is an outlier: the whisker ends at the farthest value within 1.5 times the height of the box.
      expect(of('a')).toEqual([0, 2, 4, 6, 7, 0, 100])
      expect(of('b')).toEqual([9, 9.5, 10, 10.5, 11, 9, 11])
    })

    it('sends the cells of a pivot table with every total', async () => {
      const results = resultsOf(await eventsOf({ elementIds: ['crossed'] }))
      const rowsOf = Object.fromEntries(results.map(({ schema, done }) => [schema.level, done?.rows]))
      expect(rowsOf).toEqual({ base: 6, r1c0: 3, r0c1: 2, r0c0: 1 })
      expect(results.find(({ schema }) => schema.level === 'r0c0')?.columns).toEqual([['179700.00']])
    })

    it('computes cells and totals of a pivot table from the same rows, even when they change with every read', async () => {
      const results = resultsOf(await eventsOf({ elementIds: ['restless'] }))
      const numbers = (level: string) =>
        results
          .find(({ schema }) => schema.level === level)
          ?.columns.at(-1)
          ?.map((cell) => Number(cell)) ?? []
      const sum = (cells: readonly number[]) => cells.reduce((total, cell) => total + cell, 0)
      expect(numbers('base')).toHaveLength(6)
      expect(sum(numbers('r1c0'))).toBe(sum(numbers('base')))
      expect(sum(numbers('r0c1'))).toBe(sum(numbers('base')))
      expect(numbers('r0c0')).toEqual([sum(numbers('base'))])
    })

    it('caches the result of one statement for every level, and reads again on refresh', async () => {
      const cellsOf = async (query: Partial<PageQuery>) => {
        const results = resultsOf(await eventsOf({ elementIds: ['restless'], ...query }))
        const byLevel = results.toSorted((a, b) => (a.schema.level < b.schema.level ? -1 : 1))
        return { cells: byLevel.map(({ columns }) => columns), cached: results.map(({ done }) => done?.cached) }
      }
      const fresh = await cellsOf({ refresh: true })
      const again = await cellsOf({})
      const window = [{ elementId: 'restless', level: 'r0c0', offset: 0, limit: 10_000 }]
      expect(again).toEqual({ cells: fresh.cells, cached: [true, true, true, true] })
      expect(await cellsOf({ windows: window })).toEqual({ cells: [fresh.cells[1]], cached: [true] })
      expect((await cellsOf({ refresh: true })).cells).not.toEqual(fresh.cells)
    })

    it('truncates each level of a pivot table separately', async () => {
      const results = resultsOf(await eventsOf({ elementIds: ['long'] }))
      const rowsOf = results.map(({ schema, done }) => [schema.level, done?.rows, done?.truncated])
      expect(rowsOf.toSorted()).toEqual([
        ['base', 10_000, true],
        ['r0c0', 1, false],
      ])
      const base = results.find(({ schema }) => schema.level === 'base')
      expect([base?.columns[0]?.[0], base?.columns[0]?.at(-1)]).toEqual(['0', '9999'])
      expect(results.find(({ schema }) => schema.level === 'r0c0')?.columns).toEqual([['10500']])
    })

    it('sends the cells of a calculated line of a pivot table, and again when a window requests them', async () => {
      const windows = [{ elementId: 'lined', level: 'r1c0a0', offset: 0, limit: 10 }]
      for (const query of [{}, { windows }]) {
        const results = resultsOf(await eventsOf({ elementIds: ['lined'], ...query }))
        const goal = results.find(({ schema }) => schema.level === 'r1c0a0')
        expect(goal?.columns).toEqual([['done'], ['60101.00']])
      }
    })

    it('sends the rows of one group when a window requests them', async () => {
      const windows = [{ elementId: 'grouped', level: 'base', parentKey: ['done'], offset: 2, limit: 3 }]
      const [result] = resultsOf(await eventsOf({ elementIds: ['grouped'], windows }))
      expect(result?.schema).toMatchObject({ level: 'base', offset: 2, parentKey: ['done'] })
      expect(result?.done).toMatchObject({ rows: 3, truncated: true })
      expect(result?.columns.flat()).not.toContain('new')
    })

    it('shares one result between elements with equal statements', async () => {
      const results = resultsOf(await eventsOf({ elementIds: ['kpi', 'kpi-again'] }))
      expect(results).toHaveLength(1)
      expect(results[0]?.schema.elements).toEqual(['kpi', 'kpi-again'])
      expect(results[0]?.schema.columnIds).toEqual({ 'kpi-again': ['kpi-again-value'] })
      expect(results[0]?.columns).toEqual([['600']])
    })

    it('computes the others when one element cannot be computed', async () => {
      const events = await eventsOf({ elementIds: ['broken', 'kpi', 'missing'] })
      const errors = events.filter((event) => event.event === 'error')
      expect(errors).toEqual([
        expect.objectContaining({
          elementId: 'broken',
          code: 'source_unavailable',
          message: expect.stringContaining('NOWHERE'),
        }),
        expect.objectContaining({ elementId: 'missing', code: 'element_invalid' }),
      ])
      expect(resultsOf(events)).toHaveLength(1)
      expect(events.at(-1)).toEqual({ event: 'end' })
      expect(bench.bugs).toEqual([])
    })

    it('applies controls given as text, to everything below their targets', async () => {
      const results = resultsOf(await eventsOf({ elementIds: ['kpi'], controls: { 'Status-Pick': 'new,sent' } }))
      expect(results[0]?.columns).toEqual([['400']])
      expect(resultsOf(await eventsOf({ elementIds: ['kpi'], controls: { 'Status-Pick': '' } }))[0]?.columns).toEqual([
        ['600'],
      ])
    })

    it('offers the values of a list control independently of its own selection', async () => {
      const results = resultsOf(await eventsOf({ elementIds: ['pick'], controls: { 'Status-Pick': 'new' } }))
      expect(results[0]?.schema.elements).toEqual(['pick'])
      expect(results[0]?.columns).toEqual([['done', 'new', 'sent']])
    })

    it('shows a chart at the level of a drill control, under the name of its column', async () => {
      const barsAt = async (controls: Record<string, string>) => {
        const [bars] = resultsOf(await eventsOf({ elementIds: ['bars'], controls }))
        return { names: bars?.schema.columns.map(({ name }) => name), columns: bars?.columns }
      }
      const byStatus = {
        names: ['Status', 'Orders'],
        columns: [
          ['done', 'new', 'sent'],
          ['200', '200', '200'],
        ],
      }
      expect(await barsAt({})).toEqual(byStatus)
      expect(await barsAt({ Level: 'amount' })).toEqual({
        names: ['Large', 'Orders'],
        columns: [
          [false, true],
          ['300', '300'],
        ],
      })
      expect(await barsAt({ Level: '' })).toEqual(byStatus)
      await expect(barsAt({ Level: 'Large' })).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('(status, amount)'),
      })
    })

    it('refuses controls that do not exist before anything is sent', async () => {
      const work = eventsOf({ controls: { Nope: '1', 'Also-Nope': '2' } })
      await expect(work).rejects.toMatchObject({ code: 'invalid_request', details: { problems: [{}, {}] } })
    })

    it('applies the sort order of the reader', async () => {
      const sort = [{ elementId: 'orders', level: 'base', columnId: 'amount', direction: 'descending' as const }]
      expect(resultsOf(await eventsOf({ sort }))[0]?.columns[0]?.slice(0, 2)).toEqual(['599', '598'])
    })

    it('reports how many queries run or start before one that waits for its slot', async () => {
      const { pools } = await bench.sessions.openOwn(bench.organizationId, bench.connectionId)
      const places = defaultPoolSizes.adhocPoolSize
      const taken = Array.from({ length: places }, () => pools.adhoc.acquire('somebody else', bench.signal))
      const leave = await Promise.all(taken)
      const events: PageDataEvent[] = []
      const page = { document, elementIds: ['orders'], purpose: 'dashboard' as const, refresh: true }
      for await (const event of bench.pageData.run(bench.viewer, page, bench.signal)) {
        events.push(event)
        if (event.event === 'waiting' && event.ahead > 0) for (const each of leave) each()
      }
      expect(events.filter(({ event }) => event === 'waiting')).toContainEqual({
        event: 'waiting',
        elements: ['orders'],
        ahead: places,
      })
      expect(resultsOf(events)[0]?.done).toMatchObject({ rows: 500 })
    })

    it('stops without an end when the reader disconnects', async () => {
      const controller = new AbortController()
      const events: PageDataEvent[] = []
      const page = { document, elementIds: ['orders'], purpose: 'dashboard' as const, refresh: true }
      for await (const event of bench.pageData.run(bench.viewer, page, controller.signal)) {
        events.push(event)
        controller.abort()
      }
      expect(events.map(({ event }) => event)).toEqual(['start'])
    })

    it('writes every event as the same line as JSON.stringify', async () => {
      for (const event of await eventsOf({ elementIds: ['orders', 'grouped', 'broken'] })) {
        expect(JSON.parse(pageDataLine(event))).toEqual(JSON.parse(JSON.stringify(event)))
        expect(pageDataLine(event)).toMatch(/^[^\n]*\n$/)
      }
    })
  })
})
