import { type SearchResults, searchContents } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { createSearch } from '../../services/search/search.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, type TestPlatform, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const baseUrl = 'http://octavo.test'

describeStores('search in contents', (openStore) => {
  let platform: TestPlatform
  let documents: TestServices
  let connectionId = ''
  const ids = { open: '', guarded: '', model: '' }
  const server = useServer(openStore, async (given) => {
    platform = given
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    ids.open = await create('Quarterly overview', [page('front', 'Umbrella sales')])
    ids.guarded = await create('Partly hidden', [
      page('shown', 'Lighthouse'),
      page('secret', 'Zeppelin', { visibility: 'hidden' }),
    ])
    ids.model = await create('Payroll', [guardedPage()], 'data-model')
    for (const id of Object.values(ids)) await documents.share(id, 'viewer', 'view')
    return documents.routes
  })

  const source = () => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
  const page = (id: string, title: string, more: object = {}) => ({
    id,
    name: `Page ${title}`,
    elements: [
      {
        id: `${id}-table`,
        kind: 'table',
        name: title,
        source: source(),
        columns: [
          { id: `${id}-a`, formula: '[ORDERS/ORDER_ID]', name: `Count of ${title}` },
          { id: `${id}-b`, formula: 'Coalesce([ORDERS/STATUS], "mongoose")', name: 'State' },
        ],
      },
      { id: `${id}-text`, kind: 'text', body: `**Hedgehog** notes about ${title}` },
      { id: `${id}-pick`, kind: 'control', controlId: `Pick-${id}`, controlType: 'text', mode: 'equals' },
      {
        id: `${id}-sql`,
        kind: 'table',
        name: 'By hand',
        source: { kind: 'sql', connectionId, statement: "select 'walrus' as w" },
        columns: [{ id: `${id}-w`, formula: '[Custom SQL/W]', name: 'W' }],
      },
    ],
    ...more,
  })
  const guardedPage = () => ({
    id: 'p',
    name: 'P',
    elements: [
      {
        id: 'staff',
        kind: 'table',
        name: 'Staff',
        source: source(),
        columns: [
          { id: 'n', formula: '[ORDERS/ORDER_ID]', name: 'Number' },
          { id: 's', formula: '[ORDERS/STATUS]', name: 'Gratuity', description: 'A flamingo' },
          { id: 'd', formula: 'Concat([Gratuity], "pelican")', name: 'Derived' },
        ],
        columnSecurities: [{ id: 'r', restrictedColumns: ['s'], criteria: { kind: 'no-one-can-view' } }],
      },
    ],
  })
  async function create(name: string, pages: object[], kind: 'workbook' | 'data-model' = 'workbook') {
    const body = { name, folderId: platform.people.builder.homeFolderId, schemaVersion: 1, pages }
    return (await documents.specs.create(await documents.viewer('builder'), kind, body)).record.inode.id
  }
  const ask = async (
    query: string,
    as: Role = 'builder',
    more: Record<string, string | number | readonly string[]> = {},
  ) => {
    const answer = await server().request({ method: 'GET', path: '/v2/search', as, query: { query, ...more } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as SearchResults
  }
  const found = async (query: string, as: Role = 'builder', more = {}) =>
    (await ask(query, as, more)).entries.map(({ id }) => id)
  const partsOf = async (query: string, as: Role = 'builder') =>
    (await ask(query, as)).entries.flatMap(({ matches }) =>
      matches.map(({ part, elementId, pageId }) => [part, elementId ?? pageId]),
    )

  scenarios(
    'GET /v2/search',
    server,
    [
      {
        name: 'a reader finds a title',
        as: 'viewer',
        query: { query: 'umbrella' },
        status: 200,
        check: ({ body }) => expect((body as SearchResults).entries.map(({ id }) => id)).toEqual([ids.open]),
      },
      { name: 'an empty search', as: 'viewer', query: { query: '' }, status: 400 },
    ],
    { operation: searchContents },
  )

  test('every kind of text is found at its place', async () => {
    expect(await partsOf('quarterly')).toEqual([['name', undefined]])
    expect(await partsOf('umbrella')).toEqual([
      ['title', 'front-table'],
      ['page', 'front'],
      ['column', 'front-table'],
      ['text', 'front-text'],
    ])
    expect(await partsOf('pick front')).toEqual([['control', 'front-pick']])
    expect((await ask('mongoose', 'builder')).entries.flatMap(({ matches }) => matches)).toContainEqual({
      part: 'formula',
      text: 'Coalesce([ORDERS/STATUS], "mongoose")',
      pageId: 'front',
      pageName: 'Page Umbrella sales',
      elementId: 'front-table',
      elementName: 'Umbrella sales',
      columnId: 'front-b',
    })
    expect((await partsOf('walrus')).map(([part]) => part)).toEqual(expect.arrayContaining(['sql']))
  })

  test('all words must occur, each at the beginning of a word, in any case', async () => {
    expect(await found('QUARTER hedge')).toEqual([ids.open])
    expect(await found('quarterly zeppelin')).toEqual([])
    expect(await found('uarterly')).toEqual([])
    expect(await found('"; drop')).toEqual([])
    expect(await found('…')).toEqual([])
  })

  test('hidden pages and columns are not found, nor are texts that name them', async () => {
    expect(await found('zeppelin')).toEqual([ids.guarded])
    expect(await found('zeppelin', 'viewer')).toEqual([])
    expect(await found('lighthouse', 'viewer')).toEqual([ids.guarded])
    // A document does not match when one of the words is visible and the other is not.
    expect(await found('lighthouse zeppelin', 'viewer')).toEqual([])
    const { entries } = await ask('hedgehog', 'viewer')
    expect(JSON.stringify(entries)).not.toContain('Zeppelin')
    for (const word of ['gratuity', 'flamingo', 'pelican']) {
      expect(await found(word), word).toEqual([ids.model])
      expect(await found(word, 'viewer'), word).toEqual([])
    }
    expect(await found('derived', 'viewer')).toEqual([ids.model])
  })

  test('hidden and archived documents are not found', async () => {
    expect(await found('umbrella', 'outsider')).toEqual([])
    expect(await found('umbrella', 'analyst')).toEqual([])
    const id = await create('Gone soon', [page('gone', 'Armadillo')])
    expect(await found('armadillo')).toEqual([id])
    await server().request({ method: 'DELETE', path: `/v2/files/${id}`, as: 'builder' })
    expect(await found('armadillo')).toEqual([])
    await server().request({ method: 'PATCH', path: `/v2/files/${id}`, as: 'builder', body: { restore: true } })
    expect(await found('armadillo')).toEqual([id])
  })

  test('a new version, name and description are found at once; replaced ones are not', async () => {
    const id = await create('Aardvark', [page('one', 'Salamander')])
    const put = { name: 'Aardvark', schemaVersion: 1, pages: [page('one', 'Chinchilla')] }
    const sent = await server().request({ method: 'PUT', path: `/v2/workbooks/${id}/spec`, as: 'builder', body: put })
    expect(sent.status, sent.text).toBe(200)
    expect([await found('salamander'), await found('chinchilla')]).toEqual([[], [id]])
    const change = { name: 'Wombat', description: 'Written by a platypus' }
    await server().request({ method: 'PATCH', path: `/v2/files/${id}`, as: 'builder', body: change })
    expect([await found('aardvark'), await found('wombat'), await found('platypus')]).toEqual([[], [id], [id]])
    expect(await found('chinchilla')).toEqual([id])
  })

  test('finds only documents of the requested types', async () => {
    expect(await found('number', 'builder', { typeFilters: 'data-model' })).toEqual([ids.model])
    expect(await found('number', 'builder', { typeFilters: ['workbook', 'template'] })).toEqual([])
  })

  test('documents opened by the viewer come first, then those opened by others, then the latest', async () => {
    const made: string[] = []
    for (const name of ['First', 'Second', 'Third']) {
      made.push(await create(name, [page('p', 'Capybara')]))
      platform.clock.advance(1_000)
    }
    const [first = '', second = '', third = ''] = made
    for (const id of made) await documents.share(id, 'viewer', 'view')
    const open = async (id: string, as: Role) => {
      const read = { method: 'POST', path: `/v2/workbooks/${id}/pages/p/data`, as, body: {} }
      expect((await server().request(read)).status).toBe(200)
      platform.clock.advance(120_000)
    }
    expect(await found('capybara')).toEqual([third, second, first])
    await open(second, 'viewer')
    expect(await found('capybara')).toEqual([second, third, first])
    await open(first, 'builder')
    expect(await found('capybara')).toEqual([first, second, third])
    expect((await ask('capybara')).entries[0]?.lastOpenedAt).toBeDefined()
    for (let times = 0; times < 3; times += 1) await open(second, 'builder')
    expect(await found('capybara')).toEqual([second, first, third])
  })

  test('a page of a few results says that there are more', async () => {
    const { entries, hasMore } = await ask('capybara', 'builder', { most: 2 })
    expect([entries.length, hasMore]).toEqual([2, true])
    expect((await ask('capybara', 'builder', { most: 3 })).hasMore).toBe(false)
  })

  test('however many documents contain a word, each viewer finds all visible ones', async () => {
    const made: string[] = []
    for (let number = 0; number < 12; number += 1) {
      const id = await create(`Many ${number}`, [page('p', 'Ocelot')])
      made.push(id)
      if (number % 4 === 1) await documents.share(id, 'viewer', 'view')
    }
    for (const turns of [{ few: 0, mostRanked: 2 }, { few: 0, mostRanked: 5 }, { few: 1_000, mostRanked: 2 }, {}]) {
      const search = createSearch({ ...platform, ...documents }, turns)
      const all = async (as: Role) => {
        const { entries } = await search.find(await documents.viewer(as), { query: 'ocelot' }, baseUrl)
        return entries.map(({ id }) => id).toSorted()
      }
      const shared = made.filter((_, number) => number % 4 === 1).toSorted()
      if (turns.mostRanked !== 2 || turns.few !== 0) expect(await all('viewer'), JSON.stringify(turns)).toEqual(shared)
      else expect(shared).toEqual(expect.arrayContaining(await all('viewer')))
      expect(await all('outsider')).toEqual([])
    }
  })
})
