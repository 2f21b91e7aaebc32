import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import type { Role } from '../testing.ts'
import { useStoredRows } from './testing-stored-rows.ts'

describeStores('copies of rows that Octavo keeps', (openStore) => {
  const { server, documents, done, rowsPath, copied, input, rows } = useStoredRows(openStore)

  test('a copy has the current rows, and later changes of one do not affect the other', async () => {
    const home = (as: Role) => server().platform.people[as].homeFolderId
    const original = String((await done('POST', '/v2/workbooks/spec', copied())).workbookId)
    await done('POST', rowsPath('notes', original), { insert: [{ text: 'Größe', score: 1 }, { score: 2 }] })
    await done('POST', rowsPath('shared', original), { insert: [{ score: 9 }] }, 'admin')
    await done('POST', rowsPath('goals', original), { update: [{ rowId: 'web', values: { goal: 12 } }] })
    await done('POST', '/v2/tags', { name: 'Kept', color: 'cyan' }, 'admin')
    const { taggedWorkbookId } = await done('POST', '/v2/workbooks/tag', { workbookId: original, tag: 'Kept' })
    const copy = async (as: Role, of = 'copy') => {
      const body = { destinationFolderId: home(as), name: `Copy of ${as}` }
      return String((await done('POST', `/v2/workbooks/${original}/${of}`, body, as)).workbookId)
    }
    const all = async (id: string, as: Role = 'builder') =>
      Promise.all(['notes', 'shared', 'goals', 'scores'].map((element) => rows(element, as, id)))
    const before = await all(original)
    expect(before[0]).toHaveLength(2)
    expect(before[1]).toMatchObject([{ score: 9, CREATED_BY: 'admin@example.com' }])

    const own = await copy('builder')
    expect(await all(own)).toEqual(before)
    const event = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('details')
      .where('object_id', '=', own)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(event.details)).toMatchObject({ copiedFrom: { workbookId: original }, inputRows: 4 })

    await done('POST', rowsPath('notes', own), { insert: [{ score: 4 }] })
    await done('POST', rowsPath('shared', original), { replace: true })
    expect(await rows('scores', 'builder', own)).toEqual([{ sum: 7 }])
    expect(await rows('shared', 'builder', own)).toHaveLength(1)
    expect(await rows('scores', 'builder', original)).toEqual([{ sum: 3 }])

    // A tagged version is a separate document, which started without rows.
    await done('POST', rowsPath('goals', String(taggedWorkbookId)), { update: [{ rowId: 'app', values: { goal: 3 } }] })
    const ofTag = await copy('builder', 'tag/Kept/copy')
    expect(await rows('notes', 'builder', ofTag)).toEqual([])
    expect((await rows('goals', 'builder', ofTag)).filter(({ goal }) => goal !== null)).toEqual([
      { 'g-channel': 'app', goal: 3 },
    ])
  })

  test('a member who may not edit the original copies only rows of tables that show all rows', async () => {
    const filters = [{ id: 'f', columnId: 'score', kind: 'number-range', min: 5 }]
    const page = (id: string, elements: unknown[], more = {}) => ({ id, name: id, elements, ...more })
    const spec = {
      ...copied(),
      pages: [
        ...copied().pages,
        page('h', [input('hidden', 'Hidden', 'edit')], { visibility: 'hidden' }),
        page('f', [{ ...input('filtered', 'Filtered', 'edit'), filters }]),
      ],
    }
    const original = String((await done('POST', '/v2/workbooks/spec', spec)).workbookId)
    const tables = ['notes', 'hidden', 'filtered']
    for (const id of tables) await done('POST', rowsPath(id, original), { insert: [{ score: 1 }] })
    await done('POST', rowsPath('goals', original), { update: [{ rowId: 'web', values: { goal: 12 } }] })
    await documents().share(original, 'stranger', 'view')
    const kept = async (as: Role) => {
      const body = { destinationFolderId: server().platform.people[as].homeFolderId, name: 'Copy' }
      const { workbookId: id } = await done('POST', `/v2/workbooks/${original}/copy`, body, as)
      const found = await server()
        .platform.store.db.selectFrom('input_tables')
        .select('element_id')
        .where('document_id', '=', String(id))
        .orderBy('element_id')
        .execute()
      return found.map(({ element_id }) => element_id)
    }
    expect(await kept('stranger')).toEqual(['notes'])
    expect(await kept('builder')).toEqual(['filtered', 'goals', 'hidden', 'notes'])
  })
})
