import { type RowEvent, streamRowEvents } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { createServices } from '../../composition/services.ts'
import { rowsChannel } from '../../services/input-tables/rows-channel.ts'
import type { StoreOptions } from '../../store/index.ts'
import { describeStores, type OpenStore } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

describeStores('events of rows', (openStore, engine) => {
  let documents: TestServices
  let connectionId = ''
  let workbookId = ''
  let place: StoreOptions
  const opener: OpenStore = Object.assign(
    async (options: Partial<StoreOptions> = {}) => {
      place ??= await openStore.place()
      return openStore({ ...place, ...options })
    },
    { place: openStore.place },
  )
  const server = useServer(opener, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const { done } = requestsOf(server, 'builder')
  const table = (id: string) => ({
    id,
    kind: 'input-table',
    name: id,
    source: { kind: 'empty', connectionId },
    inputMode: 'edit',
    columns: [{ id: 'ID' }, { id: 'word', type: 'text', name: 'Word' }],
  })
  const create = async () => {
    const body = {
      name: 'Book',
      folderId: server().platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [
        { id: 'shown', name: 'Shown', elements: [table('notes')] },
        { id: 'kept', name: 'Kept', visibility: 'hidden', elements: [table('secret')] },
      ],
    }
    workbookId = String((await done('POST', '/v2/workbooks/spec', body)).workbookId)
    const { people } = server().platform
    const grants = [{ grantee: { memberId: people.viewer.memberId }, permission: 'view' }]
    await done('POST', `/v2/workbooks/${workbookId}/grants`, { grants })
    return workbookId
  }
  const enter = (elementId: string, word: string) =>
    done('POST', `/v2/workbooks/${workbookId}/elements/${elementId}/rows`, { insert: [{ word }] })

  /** The services of a second process over the same store; an embedded store belongs to one process. */
  async function otherProcess() {
    if (engine === 'sqlite') return documents
    return createServices({ ...documents, store: await openStore({ ...place, clock: documents.clock }) })
  }

  async function listen(role: Role) {
    const leaving = new AbortController()
    const { rowEvents } = await otherProcess()
    const events = rowEvents.stream(await documents.viewer(role), workbookId, {}, leaving.signal)
    const next = async (): Promise<RowEvent> => {
      const step = await events.next()
      if (step.done) throw new Error('The stream ended.')
      return step.value.event === 'alive' ? next() : step.value
    }
    return { next, close: () => leaving.abort() }
  }

  test('rows entered in one process reach listeners of another one', async () => {
    await create()
    await enter('notes', 'one')
    const reader = await listen('viewer')
    expect(await reader.next()).toEqual({ event: 'begin', tables: [{ elementId: 'notes', revision: 1 }] })
    const coming = reader.next()
    await enter('notes', 'two')
    expect(await coming).toEqual({ event: 'rows', elementId: 'notes', revision: 2 })
    reader.close()
  })

  test('tables on pages that are hidden from a reader are not in their events', async () => {
    await create()
    const [reader, editor] = [await listen('viewer'), await listen('builder')]
    for (const each of [reader, editor]) expect(await each.next()).toEqual({ event: 'begin', tables: [] })
    const [seen, known] = [reader.next(), editor.next()]
    await enter('secret', 'one')
    expect(await known).toEqual({ event: 'rows', elementId: 'secret', revision: 1 })
    await enter('notes', 'one')
    expect(await seen).toEqual({ event: 'rows', elementId: 'notes', revision: 1 })
    reader.close()
    editor.close()
  })

  test('a reader who may no longer read the workbook gets a last event, and no more', async () => {
    await create()
    const reader = await listen('viewer')
    await reader.next()
    const coming = reader.next()
    const { entries } = await done('GET', `/v2/grants?inodeId=${workbookId}`)
    const ofViewer = (entries as { grantId: string; memberId: string | null }[]).find(
      ({ memberId }) => memberId === server().platform.people.viewer.memberId,
    )
    await done('DELETE', `/v2/grants/${ofViewer?.grantId}`)
    // The next poll is a while away; a notification about changed rows wakes the stream.
    await documents.store.maintain('a change', (tx) => documents.store.announce(tx, rowsChannel(workbookId)))
    expect(await coming).toMatchObject({ event: 'closed' })
  })

  test('a stream over HTTP is text of named events', async () => {
    await create()
    await enter('notes', 'one')
    const path = `/v2/workbooks/${workbookId}/rows/events`
    const answer = await server().request({ method: 'GET', path, as: 'viewer', query: { timeoutSeconds: 0 } })
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(answer.text).toBe('event: begin\ndata: {"event":"begin","tables":[{"elementId":"notes","revision":1}]}\n\n')
  })

  describe('rights', () => {
    scenarios(
      'GET /v2/workbooks/{workbookId}/rows/events',
      server,
      [
        {
          name: 'a member who may not see the workbook',
          as: 'outsider',
          path: () => `/v2/workbooks/${workbookId}/rows/events`,
          query: { timeoutSeconds: 0 },
          status: 404,
          answer: { code: 'not_found' },
        },
      ],
      { operation: streamRowEvents },
    )
  })
})
