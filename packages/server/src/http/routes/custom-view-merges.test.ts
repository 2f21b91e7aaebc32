import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Made, useViews } from './testing-views.ts'

describeStores('merging custom views', (openStore) => {
  const { send, done, orders, child, create, publish, views, make, rows, at, renamed, onlyShipped, added } =
    useViews(openStore)

  test('a view of version 3 is merged into the draft at version 7 after two elements were deleted', async () => {
    const workbookId = await create()
    await publish(workbookId, [orders(), child('a'), child('b'), child('c')])
    await publish(workbookId, [orders(), child('a'), child('b'), child('c'), child('d')])
    const edits: DocumentEdit[] = [
      { op: 'set', at: [...at('a'), 'name'], value: 'A of mine' },
      { op: 'set', at: [...at('b'), 'name'], value: 'B of mine' },
      { op: 'set', at: [...at('c'), 'columns', { id: 'c-n' }, 'name'], value: 'C of mine' },
      { op: 'set', at: [...at('orders'), 'columns', { id: 'o-status' }, 'name'], value: 'State' },
      { op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'My page' },
      added('mine', { kind: 'table', elementId: 'd' }, '[d/Orders] + 1'),
    ]
    const { exploreKey } = await done<Made>('POST', views(workbookId), 'builder', { workbookVersion: 3, edits })
    // Elements b and c are removed, d is kept, and another editor renames the column a third time.
    for (let version = 4; version <= 6; version += 1) {
      await publish(workbookId, [orders({ name: `Orders ${version}` }), child('a'), child('b'), child('c'), child('d')])
    }
    const columns = [...orders().columns.slice(0, 1), { id: 'o-status', formula: '[ORDERS/STATUS]', name: 'Theirs' }]
    const { documentVersion } = await publish(workbookId, [orders({ columns }), child('a'), child('d')])
    expect(documentVersion).toBe(7)

    interface Merged {
      merged: number
      dropped: { edit: DocumentEdit; reason: string; message: string }[]
      overwritten: DocumentEdit[]
      revision: number
    }
    const merged = await done<Merged>('POST', `${views(workbookId, exploreKey)}/merge`, 'builder')
    const gone = merged.dropped.map(({ edit, reason, message }) => ({ id: JSON.stringify(edit.at), reason, message }))
    expect(gone).toEqual([
      { id: JSON.stringify([...at('b'), 'name']), reason: 'target_gone', message: expect.stringContaining('"b"') },
      {
        id: JSON.stringify([...at('c'), 'columns', { id: 'c-n' }, 'name']),
        reason: 'target_gone',
        message: expect.stringContaining('"c"'),
      },
    ])
    expect(merged.overwritten.map(({ at: place }) => place)).toEqual([
      [...at('orders'), 'columns', { id: 'o-status' }, 'name'],
    ])
    const draft = await done<{ revision: number; document: { elements: Record<string, { name: string }> } }>(
      'GET',
      `/v2/workbooks/${workbookId}/draft`,
      'builder',
    )
    expect(draft.revision).toBe(merged.revision)
    expect(Object.keys(draft.document.elements).sort()).toEqual(['a', 'd', 'mine', 'orders'])
    expect(draft.document.elements.a?.name).toBe('A of mine')
    expect(JSON.stringify(draft.document)).toContain('"State"')
    // The view still exists, and the draft can be published.
    expect(await done('GET', views(workbookId, exploreKey), 'builder')).toMatchObject({ workbookVersion: 3 })
    await done('POST', `/v2/workbooks/${workbookId}/draft/publish`, 'builder', {})
    expect((await rows(workbookId, 'builder', {}, { elementIds: ['mine'] })).columns).toEqual([['2', '2', '2', '2']])
  })

  test('merging leaves out edits that would make the draft invalid, with the reason', async () => {
    const workbookId = await create([orders(), child('a')])
    const edits = [added('mine', { kind: 'table', elementId: 'a' }, '[a/Orders]'), renamed('Kept')]
    const { exploreKey } = await make(workbookId, edits, 'builder')
    await publish(workbookId, [orders()])
    const merged = await done<{ merged: number; dropped: { reason: string; message: string }[] }>(
      'POST',
      `${views(workbookId, exploreKey)}/merge`,
      'builder',
    )
    expect(merged.dropped).toContainEqual(
      expect.objectContaining({ reason: 'invalid', message: expect.stringMatching(/mine.*'a'/) }),
    )
    expect(merged.merged).toBeGreaterThan(0)
  })

  test('chosen changes are merged, which the view must still have', async () => {
    const workbookId = await create()
    const { exploreKey } = await make(
      workbookId,
      [renamed('Mine'), onlyShipped, added('n', { kind: 'table', elementId: 'orders' }, '[Orders/Status]')],
      'builder',
    )
    const path = views(workbookId, exploreKey)
    const { edits } = await done<{ edits: DocumentEdit[] }>('GET', path, 'builder')
    const chosen = edits.filter(({ at: place, op }) => op === 'insert' || place[2] === 'filters')
    const merge = (body: unknown) => send('POST', `${path}/merge`, 'builder', body)
    expect(await merge({ edits: [...chosen, renamed('Other')] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining(`edits[${chosen.length}]`) },
    })
    expect(await merge({ edits: chosen })).toMatchObject({ status: 200, body: { dropped: [] } })
    const draft = await done<{ document: WorkbookDocument }>('GET', `/v2/workbooks/${workbookId}/draft`, 'builder')
    const { orders: merged, n } = draft.document.elements
    expect(merged).toMatchObject({ name: 'Orders', filters: [{ values: ['shipped'] }] })
    expect(n).toMatchObject({ kind: 'table' })
  })
})
