import { viewDraftAs } from '@octavo/core/contract'
import type { DocumentEdit } from '@octavo/core/document'
import { beforeAll, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, type TestPlatform, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

describeStores('a draft as others see it', (openStore) => {
  let platform: TestPlatform
  let documents: TestServices
  let teamId = ''
  let modelId = ''
  const books = { plain: '', ruled: '', foreign: '' }
  const server = useServer(openStore, async (given) => {
    platform = given
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const admin = await documents.viewer('admin')
    const team = { name: 'Shops', members: [platform.people.viewer.memberId], visibility: 'public' as const }
    teamId = (await documents.teams.create(admin, team)).teamId
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const columns = [
      { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
      { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
    ]
    const may = { id: 'may', formula: 'CurrentUserInTeam("Shops") And [Id] < 3', name: 'May', hidden: true }
    const guarded = {
      id: 'orders',
      kind: 'table',
      name: 'Orders',
      source,
      columns: [...columns, may],
      filters: [{ id: 'f', columnId: 'may', kind: 'list', mode: 'include', values: [true] }],
      columnSecurities: [
        {
          id: 's',
          restrictedColumns: ['status'],
          criteria: {
            kind: 'specific-users-and-teams',
            assignments: [{ type: 'user', userId: platform.people.stranger.memberId }],
          },
        },
      ],
    }
    const plain = { id: 'orders', kind: 'table', name: 'Orders', source, columns }
    const folderId = platform.people.builder.homeFolderId
    const book = (name: string, elements: Record<string, unknown>[]) => ({
      name,
      folderId,
      schemaVersion: 1,
      pages: [
        { id: 'open', name: 'Open', elements },
        {
          id: 'shops',
          name: 'Shops',
          elements: [],
          visibility: { kind: 'specific-users-and-teams', assignments: { teams: [teamId] } },
        },
        { id: 'hidden', name: 'Hidden', elements: [], visibility: 'hidden' },
      ],
    })
    const builder = await documents.viewer('builder')
    const create = async (kind: 'workbook' | 'data-model', body: Record<string, unknown>) =>
      (await documents.specs.create(builder, kind, body)).record.inode.id
    modelId = await create('data-model', {
      name: 'Model',
      folderId,
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'P', elements: [guarded] }],
    })
    books.plain = await create('workbook', book('Plain', [plain]))
    books.ruled = await create('workbook', book('Ruled', [guarded]))
    const read = { kind: 'data-model', dataModelId: modelId, elementId: 'orders' }
    const columnsOfModel = [{ id: 'id', formula: '[Orders/Id]', name: 'Id' }]
    books.foreign = await create(
      'workbook',
      book('Reads a model', [{ id: 'list', kind: 'table', name: 'List', source: read, columns: columnsOfModel }]),
    )
    for (const id of Object.values(books)) {
      await documents.share(id, 'viewer', 'view')
      await documents.share(id, 'analyst', 'edit')
    }
    await documents.share(modelId, 'viewer', 'view')
    return documents.routes
  })
  beforeAll(async () => {
    const put = (method: string, path: string, body: object) => server().request({ method, path, as: 'admin', body })
    const permissions = ['view-workbooks', 'full-explore', 'edit-workbooks']
    const type = await put('POST', '/v2/accountTypes', { name: 'Author', description: '', permissions })
    expect(type.status, type.text).toBe(201)
    const changed = await put('PATCH', `/v2/members/${memberId('analyst')}`, { memberType: 'Author' })
    expect(changed.status, changed.text).toBe(200)
  })
  const viewAs = (id: string, as: Role, body: object) =>
    server().request({ method: 'POST', path: `/v2/workbooks/${id}/draft/viewAs`, as, body })
  const ask = (id: string, as: Role, query: Record<string, string | boolean>, body: object = {}) =>
    server().request({ method: 'POST', path: `/v2/workbooks/${id}/pages/open/data`, as, query, body })
  const memberId = (role: Role) => platform.people[role].memberId
  const rowsOf = (lines: readonly unknown[]) =>
    (lines as { event: string; columns: unknown[][]; states?: unknown }[]).filter(({ event }) => event === 'batch')
  const idsOf = (lines: readonly unknown[]) => rowsOf(lines)[0]?.columns[0] ?? []

  test('a member sees their pages and rows of the draft, not those of the author', async () => {
    const edit: DocumentEdit = { op: 'set', at: ['pages', { id: 'open' }, 'name'], value: 'Only in the draft' }
    const saved = await server().request({
      method: 'POST',
      path: `/v2/workbooks/${books.ruled}/draft/edits`,
      as: 'builder',
      body: { baseRevision: 1, edits: [edit] },
    })
    expect(saved.status, saved.text).toBe(200)
    expect((await viewAs(books.ruled, 'builder', { memberId: memberId('viewer') })).body).toMatchObject({
      kind: 'member',
      permission: 'view',
      pageIds: ['open', 'shops'],
      rules: [{ documentName: 'Ruled', elementName: 'Orders', hiddenColumns: ['Status'] }],
    })
    const own = await ask(books.ruled, 'builder', { draft: true })
    expect(idsOf(own.lines)).toEqual([])
    const theirs = await ask(books.ruled, 'builder', { draft: true, viewAsMemberId: memberId('viewer') })
    expect(idsOf(theirs.lines)).toEqual(['1', '2'])
    expect(rowsOf(theirs.lines)).toEqual(rowsOf((await ask(books.ruled, 'viewer', {})).lines))
  })

  test('viewing as a team means an anonymous member without own values', async () => {
    expect((await viewAs(books.ruled, 'builder', { teamId })).body).toMatchObject({
      kind: 'team',
      name: 'Shops',
      permission: null,
      pageIds: ['open', 'shops'],
    })
    const rows = await ask(books.ruled, 'builder', { draft: true, viewAsTeamId: teamId })
    expect(idsOf(rows.lines)).toEqual(['1', '2'])
  })

  test('the rows of a table are counted as that member sees them', async () => {
    const count = (query: Record<string, string | boolean>) =>
      server().request({
        method: 'POST',
        path: `/v2/workbooks/${books.ruled}/elements/orders/columnDetails`,
        as: 'builder',
        query: { draft: true, ...query },
        body: { countRows: true },
      })
    expect((await count({})).body).toEqual({ rows: 0 })
    expect((await count({ viewAsTeamId: teamId })).body).toEqual({ rows: 2 })
  })

  test('pages that are hidden from that member are not found', async () => {
    for (const [page, status] of [
      ['shops', 200],
      ['hidden', 404],
    ] as const) {
      const query = { draft: true, viewAsTeamId: teamId }
      const path = `/v2/workbooks/${books.plain}/pages/${page}/data`
      expect((await server().request({ method: 'POST', path, as: 'builder', query, body: {} })).status).toBe(status)
    }
  })

  test('only the saved draft can be viewed in this way', async () => {
    const viewAsMemberId = memberId('viewer')
    const edits = [{ op: 'set', at: ['pages', { id: 'open' }, 'name'], value: 'X' }]
    expect((await ask(books.plain, 'builder', { viewAsMemberId })).status).toBe(400)
    expect((await ask(books.plain, 'builder', { draft: true, viewAsMemberId }, { edits })).status).toBe(400)
    expect((await ask(books.plain, 'viewer', { draft: true, viewAsMemberId })).status).toBe(403)
  })

  // The analyst's account type may edit workbooks, but not manage teams and user attributes.
  test.each([
    { what: 'nothing that depends on the reader: whoever edits', book: 'plain', as: 'analyst', status: 200 },
    { what: 'rules: not who may not know teams and user attributes', book: 'ruled', as: 'analyst', status: 403 },
    { what: 'rules of a model that they may edit', book: 'foreign', as: 'builder', status: 200 },
    { what: 'rules of a model of somebody else', book: 'foreign', as: 'analyst', status: 403 },
    { what: 'an administrator', book: 'foreign', as: 'admin', status: 200 },
  ] as const)('$what: $status', async ({ book, as, status }) => {
    const viewAsMemberId = memberId('viewer')
    const reported = await viewAs(books[book], as, { memberId: viewAsMemberId })
    expect(reported.status, reported.text).toBe(status)
    expect((await ask(books[book], as, { draft: true, viewAsMemberId })).status).toBe(status)
  })

  test('the audit log has who viewed as whom', async () => {
    await viewAs(books.plain, 'admin', { memberId: memberId('guest') })
    const event = await platform.store.db
      .selectFrom('audit_events')
      .select(['actor_id', 'details'])
      .where('object_id', '=', books.plain)
      .where('action', '=', 'WORKBOOK_DRAFT_VIEWED_AS')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event.actor_id).toBe(memberId('admin'))
    expect(event.details).toContain(memberId('guest'))
  })

  const at = () => `/v2/workbooks/${books.plain}/draft/viewAs`
  scenarios(
    'POST /v2/workbooks/{workbookId}/draft/viewAs',
    server,
    [
      { name: 'neither member nor team', as: 'builder', path: at, body: {}, status: 400 },
      {
        name: 'a member that does not exist',
        as: 'builder',
        path: at,
        body: { memberId: '0'.repeat(29) },
        status: 404,
      },
      {
        name: 'no such team',
        as: 'builder',
        path: at,
        body: { teamId: 'x' },
        status: 404,
        answer: { code: 'not_found' },
      },
      { name: 'a reader', as: 'viewer', path: at, body: { teamId: 'x' }, status: 403, answer: { code: 'forbidden' } },
    ],
    { operation: viewDraftAs },
  )
  test('viewing as an administrator is refused', async () => {
    expect(await viewAs(books.plain, 'admin', { memberId: memberId('admin') })).toMatchObject({ status: 403 })
  })
})
