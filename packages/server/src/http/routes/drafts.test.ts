import {
  applyDraftEdits,
  discardDraft,
  getWorkbookDraft,
  listDraftEdits,
  publishDraft,
  restoreWorkbookVersion,
} from '@octavo/core/contract'
import {
  applyEdits,
  type DocumentEdit,
  invertEdits,
  serializeDocument,
  type WorkbookDocument,
} from '@octavo/core/document'
import { beforeAll, describe, expect, test } from 'vitest'
import { updateDraft } from '../../store/drafts.ts'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

interface Draft {
  revision: number
  baseVersion: number
  hasChanges: boolean
  document: WorkbookDocument
}

describeStores('drafts', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })

  const { send } = requestsOf(server, 'builder')
  const create = async () => {
    const body = smallWorkbook(connectionId, server().platform.people.builder.homeFolderId)
    const answer = await send('POST', '/v2/workbooks/spec', body)
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { workbookId: string }).workbookId
  }
  const draftOf = async (id: string) => (await send('GET', `/v2/workbooks/${id}/draft`)).body as Draft
  const apply = (id: string, baseRevision: number, ...edits: DocumentEdit[]) =>
    send('POST', `/v2/workbooks/${id}/draft/edits`, { baseRevision, edits })
  const saved = async (id: string, baseRevision: number, ...edits: DocumentEdit[]) => {
    const answer = await apply(id, baseRevision, ...edits)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as { revision: number; edits: DocumentEdit[]; warnings?: unknown }
  }
  const rename = (name: string, id = 'page-1'): DocumentEdit => ({
    op: 'set',
    at: ['pages', { id }, 'name'],
    value: name,
  })
  const tableOf = ({ document }: Draft) => {
    const table = Object.values(document.elements).find(({ kind }) => kind === 'table')
    if (!table) throw new Error('The example has a table.')
    return table as { id: string; columns: { id: string; name: string; formula: string }[] } & typeof table
  }
  const pageOf = ({ document }: Draft) => document.pages[0]?.id ?? ''

  test('a draft starts as the published version; readers of that version do not see its edits', async () => {
    const id = await create()
    const first = await draftOf(id)
    expect(first).toMatchObject({ baseVersion: 1, hasChanges: false })
    const { revision } = await saved(id, first.revision, rename('Changed', pageOf(first)))
    expect(revision).toBe(first.revision + 1)
    const second = await draftOf(id)
    expect(second).toMatchObject({ revision, baseVersion: 1, hasChanges: true })
    expect(second.document.pages[0]?.name).toBe('Changed')
    const read = await send('GET', `/v2/workbooks/${id}/draft`)
    expect(read.headers.etag).toBe(`"draft-${revision}"`)

    const published = (await send('GET', `/v2/workbooks/${id}/spec`)).body as { pages: { name: string }[] }
    expect(published.pages[0]?.name).not.toBe('Changed')
    const asCode = await send('GET', `/v2/workbooks/${id}/spec`, undefined, 'builder', { draft: true })
    expect(asCode.body).toMatchObject({ documentVersion: 1, pages: [{ name: 'Changed' }] })
    expect(asCode.headers.etag).toBe(`"draft-${revision}"`)
    const pages = await send('GET', `/v2/workbooks/${id}/pages`, undefined, 'builder', { draft: true })
    expect(pages.body).toMatchObject({ entries: [{ name: 'Changed' }] })
  })

  test('a draft that was stored under older rules can be edited, but not made worse', async () => {
    const id = await create()
    const base = await draftOf(id)
    const { revision } = await saved(id, base.revision, rename('Stored', pageOf(base)))
    const { document } = await draftOf(id)
    const theme = { name: 1 } as unknown as { name: string }
    const stored = { ...document, settings: { ...document.settings, theme } }
    const { store, organizationId } = server().platform
    await store.maintain('a draft of an older version', (tx) =>
      updateDraft(tx, organizationId, id, { snapshot: serializeDocument(stored), snapshot_revision: revision }),
    )
    const after = await saved(id, revision, rename('Edited', pageOf(base)))
    expect((await draftOf(id)).document).toMatchObject({ settings: { theme }, pages: [{ name: 'Edited' }] })
    const worse: DocumentEdit = { op: 'set', at: ['settings', 'navigation'], value: 1 }
    expect(await apply(id, after.revision, worse)).toMatchObject({ status: 400, body: { code: 'invalid_document' } })
  })

  test('page data of the draft is returned on request', async () => {
    const id = await create()
    const base = await draftOf(id)
    const at = ['elements', { id: tableOf(base).id }, 'columns'] as const
    await saved(id, base.revision, {
      op: 'insert',
      at,
      entry: { id: 'two', name: 'Two', formula: '1 + 1' },
      after: null,
    })
    const columns = async (query: Record<string, boolean>) => {
      const path = `/v2/workbooks/${id}/pages/${pageOf(base)}/data`
      const { lines } = await send('POST', path, { controls: {} }, 'builder', query)
      expect(lines.at(-1)).toMatchObject({ event: 'end' })
      return JSON.stringify(lines.filter((line) => (line as { event: string }).event === 'schema'))
    }
    expect(await columns({ draft: true })).toContain('"two"')
    expect(await columns({})).not.toContain('"two"')
  })

  test('publishing creates the next version, and publishing again changes nothing', async () => {
    const id = await create()
    const draft = await draftOf(id)
    const { revision } = await saved(id, draft.revision, rename('Published', pageOf(draft)))
    const answer = await send('POST', `/v2/workbooks/${id}/draft/publish`, { revision })
    expect(answer.body).toMatchObject({ documentVersion: 2 })
    expect(await draftOf(id)).toMatchObject({ hasChanges: false, baseVersion: 2 })
    expect((await send('GET', `/v2/workbooks/${id}/spec`)).body).toMatchObject({
      documentVersion: 2,
      pages: [{ name: 'Published' }],
    })
    expect((await send('POST', `/v2/workbooks/${id}/draft/publish`)).body).toMatchObject({ documentVersion: 2 })
  })

  test('a discarded draft equals the published version', async () => {
    const id = await create()
    const before = await draftOf(id)
    await saved(id, before.revision, rename('Lost', pageOf(before)))
    expect((await send('DELETE', `/v2/workbooks/${id}/draft`)).status).toBe(204)
    const after = await draftOf(id)
    expect(after.document).toEqual(before.document)
    expect(after.hasChanges).toBe(false)
    expect(after.revision).toBeGreaterThan(before.revision + 1)
    expect((await apply(id, before.revision, rename('Late', pageOf(before)))).body).toMatchObject({
      code: 'draft_conflict',
    })
  })

  test('edits of two people to different objects are merged, and each response has the changes of the other', async () => {
    const id = await create()
    const base = await draftOf(id)
    const table = tableOf(base)
    const column = table.columns[0]?.id ?? ''
    await saved(id, base.revision, rename('One', pageOf(base)))
    const second = await saved(id, base.revision, {
      op: 'set',
      at: ['elements', { id: table.id }, 'columns', { id: column }, 'description'],
      value: 'Two',
    })
    expect(second.revision).toBe(base.revision + 2)
    const latest = await draftOf(id)
    const caughtUp = applyEdits(base.document, second.edits)
    expect(caughtUp.dropped).toEqual([])
    expect(serializeDocument(caughtUp.document)).toBe(serializeDocument(latest.document))
    expect(latest.document.pages[0]?.name).toBe('One')
    expect(tableOf(latest).columns[0]).toMatchObject({ description: 'Two' })
  })

  test('edits of two people to the same object: the later is refused with the latest revision', async () => {
    const id = await create()
    const base = await draftOf(id)
    const table = tableOf(base)
    const { revision } = await saved(id, base.revision, rename('One', pageOf(base)))
    const refused = await apply(id, base.revision, rename('Two', pageOf(base)))
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'draft_conflict',
      details: { sent: base.revision, latest: revision },
    })
    const column: DocumentEdit = { op: 'remove', at: ['elements', { id: table.id }, 'columns'], id: 'nothing' }
    expect((await apply(id, base.revision, column)).body).toMatchObject({ code: 'draft_conflict' })
  })

  test('concurrent writers are all saved', async () => {
    const id = await create()
    const base = await draftOf(id)
    const names = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(
      names.map((name) =>
        apply(id, base.revision, { op: 'insert', at: ['pages'], entry: { id: name, name }, after: null }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { document, revision } = await draftOf(id)
    expect(
      document.pages
        .map(({ name }) => name)
        .filter((name) => names.includes(name))
        .sort(),
    ).toEqual(names)
    expect(revision).toBe(base.revision + 4)
  })

  test('a renamed column is followed in other formulas, and undo restores every byte', async () => {
    const id = await create()
    const base = await draftOf(id)
    const table = tableOf(base)
    const column = table.columns.find(({ name }) =>
      Object.values(base.document.elements).some(
        (element) => element !== table && JSON.stringify(element).includes(`/${name}]`),
      ),
    )
    if (!column) throw new Error('The example reads a column of its table by name.')
    const edit: DocumentEdit = {
      op: 'set',
      at: ['elements', { id: table.id }, 'columns', { id: column.id }, 'name'],
      value: 'Renamed',
    }
    const { revision, edits } = await saved(id, base.revision, edit)
    expect(edits.length).toBeGreaterThan(1)
    const after = await draftOf(id)
    expect(JSON.stringify(after.document.elements)).toContain('/Renamed]')
    await saved(id, revision, ...invertEdits(base.document, edits))
    expect(serializeDocument((await draftOf(id)).document)).toBe(serializeDocument(base.document))
  })

  test('a draft with many edits is read from a snapshot and the edits after it, also by a new process', async () => {
    const id = await create()
    const base = await draftOf(id)
    let revision = base.revision
    for (let number = 1; number <= 205; number += 1) {
      revision = (await saved(id, revision, rename(`Name ${number}`, pageOf(base)))).revision
    }
    const { store } = server().platform
    const row = await store.db.selectFrom('drafts').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow()
    expect(row.snapshot_revision).toBe(base.revision + 200)
    const fresh = buildTestServices({ ...server().platform, dataDir: `${server().platform.dataDir}-fresh` })
    const read = await fresh.documents.read(await fresh.viewer('builder'), 'workbook', id, { draft: true })
    expect(read.content.pages[0]?.name).toBe('Name 205')
    expect(read.record.document.draft_revision).toBe(revision)
    await fresh.close()
    const changes = await send('GET', `/v2/workbooks/${id}/draft/edits`, undefined, 'builder', { since: revision - 3 })
    expect((changes.body as { batches: unknown[] }).batches).toHaveLength(3)
  }, 60_000)

  test('code overwrites a draft with changes only on request', async () => {
    const id = await create()
    const base = await draftOf(id)
    await saved(id, base.revision, rename('Waiting', pageOf(base)))
    const spec = (await send('GET', `/v2/workbooks/${id}/spec`)).body
    expect((await send('PUT', `/v2/workbooks/${id}/spec`, spec)).body).toMatchObject({ code: 'draft_has_changes' })
    expect((await send('PUT', `/v2/workbooks/${id}/spec`, spec, 'builder', { discardDraft: true })).status).toBe(200)
    expect(await draftOf(id)).toMatchObject({ hasChanges: false, baseVersion: 2 })
  })

  test('an old version can be restored as a new one', async () => {
    const id = await create()
    const base = await draftOf(id)
    await saved(id, base.revision, rename('Second', pageOf(base)))
    await send('POST', `/v2/workbooks/${id}/draft/publish`)
    const restored = await send('POST', `/v2/workbooks/${id}/restoreVersion`, { version: 1 })
    expect(restored.body).toMatchObject({ workbookId: id, latestVersion: 3 })
    expect((await draftOf(id)).document).toEqual(base.document)
    const history = await send('GET', `/v2/workbooks/${id}/version-history`)
    expect((history.body as { entries: { version: number }[] }).entries.map(({ version }) => version)).toEqual([
      3, 2, 1,
    ])
  })

  test('every write is in the audit log', async () => {
    const id = await create()
    const base = await draftOf(id)
    await saved(id, base.revision, rename('A', pageOf(base)))
    await send('DELETE', `/v2/workbooks/${id}/draft`)
    await send('POST', `/v2/workbooks/${id}/restoreVersion`, { version: 1 })
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select(['action', 'details'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual([
      'WORKBOOK_CREATED',
      'WORKBOOK_DRAFT_SAVED',
      'WORKBOOK_DRAFT_DISCARDED',
      'WORKBOOK_PUBLISHED',
    ])
    expect(JSON.parse(events[3]?.details ?? '{}')).toMatchObject({ version: 2, restoredFrom: 1 })
  })

  describe('refusals', () => {
    let id = ''
    let base: Draft
    beforeAll(async () => {
      id = await create()
      base = await draftOf(id)
      await documents.share(id, 'viewer', 'view')
      await documents.share(id, 'stranger', 'edit')
    })
    const at = (rest: string) => () => `/v2/workbooks/${id}/${rest}`
    const gone = `/v2/workbooks/00000000-0000-4000-8000-000000000000`

    scenarios(
      'GET /v2/workbooks/{workbookId}/draft',
      server,
      [
        { name: 'a reader has no draft', as: 'viewer', path: at('draft'), status: 403, answer: { code: 'forbidden' } },
        { name: 'no such workbook', as: 'builder', path: `${gone}/draft`, status: 404, answer: { code: 'not_found' } },
      ],
      { operation: getWorkbookDraft },
    )
    scenarios(
      'GET /v2/workbooks/{workbookId}/draft/edits',
      server,
      [
        { name: 'a reader', as: 'viewer', path: at('draft/edits'), query: { since: 1 }, status: 403 },
        { name: 'no such workbook', as: 'builder', path: `${gone}/draft/edits`, query: { since: 1 }, status: 404 },
        {
          name: 'a revision that does not exist',
          as: 'builder',
          path: at('draft/edits'),
          query: { since: 99 },
          status: 409,
        },
      ],
      { operation: listDraftEdits },
    )
    scenarios(
      'POST /v2/workbooks/{workbookId}/draft/edits',
      server,
      [
        {
          name: 'a reader',
          as: 'viewer',
          path: at('draft/edits'),
          body: { baseRevision: 1, edits: [rename('x')] },
          status: 403,
        },
        {
          name: 'no such workbook',
          as: 'builder',
          path: `${gone}/draft/edits`,
          body: { baseRevision: 1, edits: [rename('x')] },
          status: 404,
        },
        {
          name: 'a revision that does not exist',
          as: 'builder',
          path: at('draft/edits'),
          body: { baseRevision: 99, edits: [rename('x')] },
          status: 409,
          answer: { code: 'draft_conflict' },
        },
        {
          name: 'an edit of an object that does not exist',
          as: 'builder',
          path: at('draft/edits'),
          body: { baseRevision: 1, edits: [rename('x', 'nowhere')] },
          status: 400,
          answer: { code: 'invalid_request', details: { problems: [{ path: 'edits[0]' }] } },
        },
        {
          name: 'an edit without an address',
          as: 'builder',
          path: at('draft/edits'),
          body: { baseRevision: 1, edits: [{ op: 'set', at: [], value: 1 }] },
          status: 400,
          answer: { code: 'invalid_request' },
        },
      ],
      {
        operation: applyDraftEdits,
        untested: { invalid_document: 'beside this table', edits_stopped: 'stopped-edits.test.ts' },
      },
    )
    test('an edit that makes the document invalid is refused with the path, and nothing is saved', async () => {
      const answer = await apply(id, base.revision, { op: 'remove', at: ['elements'], id: tableOf(base).id })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_document' })
      expect(answer.text).toContain('Dependency not found')
      expect(await draftOf(id)).toEqual(base)
    })
    test('a source that the writer may not use is refused', async () => {
      const entry = { ...tableOf(base), id: 'copy', source: { kind: 'sql', connectionId, statement: 'select 1' } }
      const edit: DocumentEdit = { op: 'insert', at: ['elements'], entry, after: null, page: pageOf(base) }
      const answer = await send(
        'POST',
        `/v2/workbooks/${id}/draft/edits`,
        { baseRevision: base.revision, edits: [edit] },
        'stranger',
      )
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_document' })
    })
    test('an editor may publish edits of others', async () => {
      const other = await create()
      await documents.share(other, 'stranger', 'edit')
      const draft = await draftOf(other)
      const entry = {
        ...tableOf(draft),
        id: 'copy',
        name: 'Copy',
        source: { kind: 'sql', connectionId, statement: 'select 1' },
      }
      await saved(other, draft.revision, { op: 'insert', at: ['elements'], entry, after: null, page: pageOf(draft) })
      const published = await send('POST', `/v2/workbooks/${other}/draft/publish`, undefined, 'stranger')
      expect(published.body).toMatchObject({ documentVersion: 2 })
    })
    scenarios(
      'POST /v2/workbooks/{workbookId}/draft/publish',
      server,
      [
        { name: 'a reader', as: 'viewer', path: at('draft/publish'), status: 403 },
        { name: 'no such workbook', as: 'builder', path: `${gone}/draft/publish`, status: 404 },
        {
          name: 'another revision',
          as: 'builder',
          path: at('draft/publish'),
          body: { revision: 99 },
          status: 409,
          answer: { code: 'draft_conflict' },
        },
      ],
      { operation: publishDraft },
    )
    scenarios(
      'DELETE /v2/workbooks/{workbookId}/draft',
      server,
      [
        { name: 'a reader', as: 'viewer', path: at('draft'), status: 403 },
        { name: 'no such workbook', as: 'builder', path: `${gone}/draft`, status: 404 },
        { name: 'no changes to discard', as: 'builder', path: at('draft'), status: 204 },
      ],
      { operation: discardDraft },
    )
    scenarios(
      'POST /v2/workbooks/{workbookId}/restoreVersion',
      server,
      [
        { name: 'a reader', as: 'viewer', path: at('restoreVersion'), body: { version: 1 }, status: 403 },
        {
          name: 'a version that does not exist',
          as: 'builder',
          path: at('restoreVersion'),
          body: { version: 7 },
          status: 404,
        },
        {
          name: 'a version that is not an integer',
          as: 'builder',
          path: at('restoreVersion'),
          body: { version: 1.5 },
          status: 404,
        },
      ],
      {
        operation: restoreWorkbookVersion,
        untested: { draft_has_changes: 'beside this table', invalid_document: 'a right on a source that went since' },
      },
    )
    test('an old version replaces a draft with changes only on request', async () => {
      const other = await create()
      const draft = await draftOf(other)
      await saved(other, draft.revision, rename('Waiting', pageOf(draft)))
      const restore = (query = {}) =>
        send('POST', `/v2/workbooks/${other}/restoreVersion`, { version: 1 }, 'builder', query)
      expect((await restore()).body).toMatchObject({ code: 'draft_has_changes' })
      expect((await restore({ discardDraft: true })).status).toBe(200)
    })
  })
})
