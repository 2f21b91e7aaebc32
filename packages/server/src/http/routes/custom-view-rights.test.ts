import type { DocumentEdit } from '@octavo/core/document'
import { describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { useViews } from './testing-views.ts'

describeStores('rights in custom views', (openStore) => {
  const {
    server,
    send,
    done,
    warehouse,
    orders,
    child,
    create,
    publish,
    views,
    make,
    rows,
    at,
    renamed,
    onlyShipped,
    added,
    connectionId,
  } = useViews(openStore)

  describe('changes allowed to members who may not edit the workbook', () => {
    const email = 'CurrentUserEmail() = "nobody@example.com"'
    const guarded = () =>
      orders({
        columns: [...orders().columns, { id: 'o-mine', formula: email, name: 'Mine', hidden: true }],
        filters: [{ id: 'mine', columnId: 'o-mine', kind: 'list', mode: 'include', values: [true] }],
      })
    const secured = () =>
      orders({
        columnSecurities: [{ id: 's', restrictedColumns: ['o-status'], criteria: { kind: 'no-one-can-view' } }],
      })
    const hiddenPage = () => [
      { id: 'secret', name: 'Secret', visibility: 'hidden', elements: [{ ...child('hidden'), id: 'hidden' }] },
    ]
    const table = { kind: 'table', elementId: 'orders' }
    const filters = (value: unknown): DocumentEdit => ({ op: 'set', at: [...at('orders'), 'filters'], value })
    const column = (formula: string): DocumentEdit => ({
      op: 'insert',
      at: [...at('orders'), 'columns'],
      entry: { id: 'new', formula, name: 'New' },
      after: null,
    })

    const cases: [title: string, elements: () => unknown[], edits: () => DocumentEdit[], refused: RegExp | null][] = [
      ['a filter', () => [orders()], () => [onlyShipped], null],
      ['a column of the source', () => [orders()], () => [column('[ORDERS/CHANNEL]')], null],
      ['an element on an element', () => [orders()], () => [added('n', table, '[Orders/Status]')], null],
      ['an element gone', () => [orders(), child('a')], () => [{ op: 'remove', at: ['elements'], id: 'a' }], null],
      [
        'a table that the workbook reads, as a source of their own',
        () => [orders()],
        () => [added('n', warehouse(), '[ORDERS/CHANNEL]')],
        /n.*Dependency not found|open to you|Dependency not found/,
      ],
      [
        'custom SQL',
        () => [orders()],
        () => [added('n', { kind: 'sql', connectionId: connectionId(), statement: 'SELECT 1 AS C' }, '[Custom SQL/C]')],
        /Dependency not found|SQL/,
      ],
      [
        'another source of an element',
        () => [orders()],
        () => [{ op: 'set', at: [...at('orders'), 'source'], value: warehouse('STORES') }],
        /Dependency not found|open to you/,
      ],
      [
        'an element that reads a hidden page',
        () => [orders()],
        () => [added('n', { kind: 'table', elementId: 'hidden' }, '[hidden/Orders]')],
        /hidden from you/,
      ],
      [
        'a lookup into a hidden page',
        () => [orders()],
        () => [column('Lookup([hidden/Orders], [Order Id], [hidden/Orders])')],
        /hidden from you/,
      ],
      [
        'the hidden page itself',
        () => [orders()],
        () => [{ op: 'set', at: ['pages', { id: 'secret' }, 'visibility'] }],
        /hidden from you/,
      ],
      [
        'an element of the hidden page, elsewhere',
        () => [orders()],
        () => [{ op: 'move', at: ['elements'], id: 'hidden', after: null, page: 'pg' }],
        /hidden from you/,
      ],
      [
        'a filter beside one of the viewer',
        () => [guarded()],
        () => [
          {
            op: 'insert',
            at: [...at('orders'), 'filters'],
            entry: { id: 'f', columnId: 'o-status', kind: 'list', mode: 'include', values: ['shipped'] },
            after: 'mine',
          },
        ],
        null,
      ],
      ['no filter of the viewer', () => [guarded()], () => [filters([])], /restricts its rows or columns/],
      [
        'another formula of the filter of the viewer',
        () => [guarded()],
        () => [{ op: 'set', at: [...at('orders'), 'columns', { id: 'o-mine' }, 'formula'], value: 'True' }],
        /restricts its rows or columns/,
      ],
      [
        'an element in the place of one with a filter of the viewer',
        () => [guarded()],
        () => [{ op: 'set', at: at('orders'), value: orders() }],
        /restricts its rows or columns/,
      ],
      [
        'no restriction of columns',
        () => [secured()],
        () => [{ op: 'set', at: [...at('orders'), 'columnSecurities'] }],
        /restricts its rows or columns/,
      ],
      [
        'a second column over a restricted one',
        () => [secured()],
        () => [column('Upper([ORDERS/STATUS])')],
        /restricts its rows or columns/,
      ],
      ['an element on a restricted one', () => [secured()], () => [added('n', table, '[Orders/Status]')], null],
    ]

    test.each(cases)('%s', async (_title, elements, edits, refused) => {
      const workbookId = await create(elements(), hiddenPage())
      const body = { workbookVersion: 1, edits: edits() }
      const answer = await send('POST', views(workbookId), 'analyst', body)
      if (refused === null) expect(answer.status, answer.text).toBe(200)
      else {
        expect(answer.status, answer.text).toBe(400)
        expect(answer.text).toMatch(refused)
      }
      // Rows with the same edits, before a view of them is stored, have the same rules.
      const path = `/v2/workbooks/${workbookId}/pages/pg/data`
      const preview = await send('POST', path, 'analyst', { edits: edits() })
      expect(preview.status, preview.text).toBe(answer.status)
      if (refused !== null) expect(preview.text).toMatch(refused)
      // Members who may edit the workbook can change everything in the draft.
      expect((await send('POST', views(workbookId), 'builder', body)).status).toBe(200)
    })

    test('restricted columns and rows stay restricted in elements that read them', async () => {
      for (const element of [secured(), guarded()]) {
        const workbookId = await create([element])
        const { exploreKey } = await make(workbookId, [added('n', table, '[Orders/Status]')])
        const { columns } = await rows(workbookId, 'analyst', { exploreKey }, { elementIds: ['n'] })
        expect(columns.flat().filter((cell) => cell !== null)).toEqual([])
      }
    })

    test('a later restriction applies to views of earlier versions', async () => {
      const workbookId = await create([orders()])
      const { exploreKey } = await make(workbookId, [renamed('Old')])
      await publish(workbookId, [guarded()])
      const data = await rows(workbookId, 'analyst', { exploreKey })
      expect(data.version).toBe(2)
      expect(data.columns.flat()).toEqual([])
    })
  })

  describe('changes that an account type allows in a workbook that the member may explore', () => {
    const table = { kind: 'table', elementId: 'orders' }
    const column = (id: string) => [...at('orders'), 'columns', { id }] as const
    const set = (id: string, field: string, value: unknown): DocumentEdit => ({
      op: 'set',
      at: [...column(id), field],
      value,
    })
    const kinds: [what: string, least: 'Act' | 'Analyze', edits: DocumentEdit[]][] = [
      ['a filter', 'Act', [onlyShipped]],
      [
        'sorting',
        'Act',
        [{ op: 'set', at: [...at('orders'), 'sort'], value: [{ columnId: 'o-id', direction: 'descending' }] }],
      ],
      ['the name of a column that others read', 'Act', [set('o-id', 'name', 'Number')]],
      ['the format of a column', 'Act', [set('o-id', 'format', { kind: 'number', formatString: ',.0f' })]],
      ['a column out of sight', 'Act', [set('o-status', 'hidden', true)]],
      ['the order of columns', 'Act', [{ op: 'move', at: [...at('orders'), 'columns'], id: 'o-status', after: null }]],
      ['a column that nothing reads gone', 'Act', [{ op: 'remove', at: [...at('orders'), 'columns'], id: 'o-status' }]],
      [
        'a new column',
        'Analyze',
        [
          {
            op: 'insert',
            at: [...at('orders'), 'columns'],
            entry: { id: 'n', formula: '[ORDERS/CHANNEL]' },
            after: null,
          },
        ],
      ],
      ['another formula', 'Analyze', [set('o-status', 'formula', 'Upper([ORDERS/STATUS])')]],
      ['a new element', 'Analyze', [added('n', table, '[Orders/Status]')]],
      ['an element gone', 'Analyze', [{ op: 'remove', at: ['elements'], id: 'a' }]],
      [
        'a grouping',
        'Analyze',
        [{ op: 'set', at: [...at('orders'), 'groupings'], value: [{ id: 'g', groupBy: ['o-status'] }] }],
      ],
      ['the name of an element', 'Analyze', [renamed('Mine')]],
      ['a page', 'Analyze', [{ op: 'insert', at: ['pages'], entry: { id: 'p2', name: 'Mine' }, after: 'pg' }]],
      ['the layout', 'Analyze', [{ op: 'set', at: ['places', { id: 'a' }, 'column'], value: { start: 1, end: 7 } }]],
    ]
    const types = ['View', 'Act', 'Analyze'] as const

    /** Gives the analyst another account type while `work` runs. */
    async function analystAs(type: string, work: () => Promise<void>) {
      const { clock, store, organizationId, people } = server().platform
      const { id } = await store.db
        .selectFrom('account_types')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('name', '=', type)
        .executeTakeFirstOrThrow()
      const become = async (account_type_id: string) => {
        await store.maintain('test', (tx) =>
          tx.updateTable('members').set({ account_type_id }).where('id', '=', people.analyst.memberId).execute(),
        )
        // The viewer of a token is cached for a second.
        clock.advance(2_000)
      }
      const before = await store.db
        .selectFrom('members')
        .select('account_type_id')
        .where('id', '=', people.analyst.memberId)
        .executeTakeFirstOrThrow()
      await become(id)
      try {
        await work()
      } finally {
        await become(before.account_type_id)
      }
    }

    test.each(types)('%s', async (type) => {
      const workbookId = await create()
      await analystAs(type, async () => {
        for (const [what, least, edits] of kinds) {
          const answer = await send('POST', views(workbookId), 'analyst', { workbookVersion: 1, edits })
          const isAllowed = types.indexOf(type) >= types.indexOf(least)
          expect({ what, status: answer.status, text: isAllowed ? '' : answer.text }).toEqual({
            what,
            status: isAllowed ? 200 : 403,
            text: isAllowed ? '' : expect.stringContaining('forbidden'),
          })
        }
        // A second save starts from the consequences of the first one, such as the new name in other formulas.
        if (type !== 'Act') return
        const { exploreKey } = await make(workbookId, [set('o-id', 'name', 'Number')])
        const stored = await done<{ edits: DocumentEdit[] }>('GET', views(workbookId, exploreKey), 'analyst')
        const edits = [...stored.edits, set('o-status', 'hidden', true)]
        await done('PATCH', views(workbookId, exploreKey), 'analyst', { edits })
      })
    })

    test('only the draft can have custom SQL, input tables, popovers, navigation and hidden pages', async () => {
      const workbookId = await create()
      const beyond: DocumentEdit[][] = [
        [added('n', { kind: 'sql', connectionId: connectionId(), statement: 'SELECT 1 AS C' }, '[Custom SQL/C]')],
        [{ op: 'insert', at: ['overlays'], entry: { id: 'o', name: 'More', type: 'popover' }, after: null }],
        [
          {
            op: 'insert',
            at: ['elements'],
            entry: { id: 'n', kind: 'navigation', mode: 'auto' },
            after: null,
            page: 'pg',
          },
        ],
        [{ op: 'set', at: ['pages', { id: 'pg' }, 'visibility'], value: 'hidden' }],
      ]
      for (const edits of beyond) {
        const body = { workbookVersion: 1, edits }
        const answer = await send('POST', views(workbookId), 'analyst', body)
        expect(answer.status, answer.text).toBe(400)
        const asEditor = await send('POST', views(workbookId), 'builder', body)
        expect(asEditor.status, asEditor.text).toBe(200)
      }
    })
  })
})
