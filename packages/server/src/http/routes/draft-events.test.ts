import { type DraftEvent, showDraftPresence, streamDraftEvents } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { beforeAll, describe, expect, test } from 'vitest'
import { createServices } from '../../composition/services.ts'
import type { DocumentKind } from '../../services/documents/document-type.ts'
import type { StoreOptions } from '../../store/index.ts'
import { describeStores, type OpenStore } from '../../store/testing.ts'
import { requestsOf, type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

/** Reads events until the first one of a kind; the generator stays open. */
async function nextOf<Kind extends DraftEvent['event']>(
  events: AsyncGenerator<DraftEvent>,
  kind: Kind,
): Promise<Extract<DraftEvent, { event: Kind }>> {
  for (;;) {
    const step = await events.next()
    if (step.done) throw new Error(`The stream ended before "${kind}".`)
    if (step.value.event === kind) return step.value as Extract<DraftEvent, { event: Kind }>
  }
}

describeStores('events of a draft', (openStore, engine) => {
  let documents: TestServices
  let connectionId = ''
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
  const { send } = requestsOf(server, 'builder')

  async function create(): Promise<string> {
    const body = smallWorkbook(connectionId, server().platform.people.builder.homeFolderId)
    const answer = await send('POST', '/v2/workbooks/spec', body)
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { workbookId: string }).workbookId
  }

  async function rename(id: string, name: string): Promise<number> {
    const draft = (await send('GET', `/v2/workbooks/${id}/draft`)).body as {
      revision: number
      document: WorkbookDocument
    }
    const pageId = draft.document.pages[0]?.id ?? ''
    const edits = [{ op: 'set', at: ['pages', { id: pageId }, 'name'], value: name }]
    const answer = await send('POST', `/v2/workbooks/${id}/draft/edits`, { edits, baseRevision: draft.revision })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { revision: number }).revision
  }

  /** The services of a second process over the same store; an embedded store belongs to one process. */
  async function otherProcess() {
    if (engine === 'sqlite') return documents
    return createServices({ ...documents, store: await openStore({ ...place, clock: documents.clock }) })
  }

  async function listen(id: string, clientId: string, kind: DocumentKind = 'workbook') {
    const leaving = new AbortController()
    const { draftEvents } = await otherProcess()
    const events = draftEvents.stream(await documents.viewer('builder'), kind, id, { clientId }, leaving.signal)
    await nextOf(events, 'begin')
    return {
      events,
      async close() {
        leaving.abort()
        await events.return(undefined)
      },
    }
  }

  test('an edit saved by one process reaches listeners of another one', async () => {
    const id = await create()
    const other = await listen(id, 'listener-1')
    const coming = nextOf(other.events, 'edits')
    const revision = await rename(id, 'Heard')
    expect(await coming).toMatchObject({
      revision,
      batches: [
        { revision, edits: [{ op: 'set', value: 'Heard' }], createdBy: server().platform.people.builder.memberId },
      ],
    })
    await other.close()
  })

  test('edits saved before the stream started are sent first', async () => {
    const id = await create()
    const before = await rename(id, 'One')
    const revision = await rename(id, 'Two')
    const { draftEvents } = await otherProcess()
    const leaving = new AbortController()
    const viewer = await documents.viewer('builder')
    const events = draftEvents.stream(viewer, 'workbook', id, { since: before }, leaving.signal)
    expect(await nextOf(events, 'edits')).toMatchObject({ revision, batches: [{ revision }] })
    leaving.abort()
    await events.return(undefined)
  })

  test('a published or discarded draft sends a reset', async () => {
    const id = await create()
    for (const [method, path] of [
      ['POST', `/v2/workbooks/${id}/draft/publish`],
      ['DELETE', `/v2/workbooks/${id}/draft`],
    ] as const) {
      await rename(id, method)
      const other = await listen(id, 'listener-2')
      const coming = nextOf(other.events, 'reset')
      await send(method, path)
      expect((await coming).revision).toBeGreaterThan(1)
      await other.close()
    }
  })

  test('editors see each other and their selections, until one leaves', async () => {
    const id = await create()
    const ann = await listen(id, 'ann-window')
    const shown = await send('POST', `/v2/workbooks/${id}/draft/presence`, {
      clientId: 'bo-window',
      pageId: 'page-1',
      elementIds: ['orders'],
    })
    expect(shown.status, shown.text).toBe(204)
    let seen = await nextOf(ann.events, 'presence')
    while (seen.editors.length === 0) seen = await nextOf(ann.events, 'presence')
    const { memberId } = server().platform.people.builder
    expect(seen.editors).toMatchObject([{ clientId: 'bo-window', memberId, pageId: 'page-1', elementIds: ['orders'] }])
    const bo = await listen(id, 'bo-window')
    const gone = nextOf(ann.events, 'presence')
    await bo.close()
    expect((await gone).editors).toEqual([])
    await ann.close()
  })

  test('editors of a data model see each other and saved edits', async () => {
    const folderId = server().platform.people.builder.homeFolderId
    const pages = [{ id: 'pg', name: 'Model', elements: [] }]
    const made = await send('POST', '/v2/dataModels/spec', { name: 'Model', folderId, schemaVersion: 1, pages })
    const { dataModelId } = made.body as { dataModelId: string }
    const ann = await listen(dataModelId, 'ann-window', 'data-model')
    const at = `/v2/dataModels/${dataModelId}/draft`
    const shown = await send('POST', `${at}/presence`, { clientId: 'bo-window', pageId: 'pg', elementIds: ['orders'] })
    expect(shown.status, shown.text).toBe(204)
    let seen = await nextOf(ann.events, 'presence')
    while (seen.editors.length === 0) seen = await nextOf(ann.events, 'presence')
    expect(seen.editors).toMatchObject([{ clientId: 'bo-window', elementIds: ['orders'] }])
    const coming = nextOf(ann.events, 'edits')
    const edits = [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Heard' }]
    expect((await send('POST', `${at}/edits`, { edits, baseRevision: 1 })).status).toBe(200)
    expect(await coming).toMatchObject({ revision: 2, batches: [{ revision: 2, edits: [{ value: 'Heard' }] }] })
    const again = nextOf(ann.events, 'reset')
    await send('POST', `${at}/publish`)
    expect((await again).revision).toBeGreaterThan(2)
    await ann.close()
  })

  test('an editor without a heartbeat is no longer shown after a minute', async () => {
    const id = await create()
    await send('POST', `/v2/workbooks/${id}/draft/presence`, { clientId: 'crashed-1' })
    server().platform.clock.advance(61_000)
    const answer = await send('GET', `/v2/workbooks/${id}/draft/events`, undefined, 'builder', { timeoutSeconds: 0 })
    expect(answer.text).toContain('event: presence\ndata: {"event":"presence","editors":[]}')
  })

  test('the stream is text of named events, and ends at its timeout', async () => {
    const id = await create()
    const revision = await rename(id, 'Once')
    const answer = await send('GET', `/v2/workbooks/${id}/draft/events`, undefined, 'builder', { timeoutSeconds: 0 })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(answer.text.startsWith(`event: begin\ndata: {"event":"begin","revision":${revision}}\n\n`)).toBe(true)
  })

  describe('rights', () => {
    let workbookId = ''
    const refusals = (path: string, row: Pick<Scenario, 'body' | 'query'>) =>
      (
        [
          ['outsider', 'who may not know the workbook', 404, 'not_found'],
          ['viewer', 'who may only read', 403, 'forbidden'],
        ] as const
      ).map(([as, name, status, code]) => ({
        ...row,
        name,
        as,
        path: () => `/v2/workbooks/${workbookId}/draft/${path}`,
        status,
        answer: { code },
      }))

    beforeAll(async () => {
      workbookId = await create()
      const grants = [{ grantee: { memberId: server().platform.people.viewer.memberId }, permission: 'view' }]
      expect((await send('POST', `/v2/workbooks/${workbookId}/grants`, { grants })).status).toBe(200)
    })
    scenarios(
      'GET /v2/workbooks/{workbookId}/draft/events',
      server,
      refusals('events', { query: { timeoutSeconds: 0 } }),
      { operation: streamDraftEvents },
    )
    scenarios(
      'POST /v2/workbooks/{workbookId}/draft/presence',
      server,
      refusals('presence', { body: { clientId: 'somebody-1' } }),
      { operation: showDraftPresence },
    )

    test('an editor cannot replace another one', async () => {
      const id = await create()
      await send('POST', `/v2/workbooks/${id}/draft/presence`, { clientId: 'taken-by-1' })
      const answer = await send('POST', `/v2/workbooks/${id}/draft/presence`, { clientId: 'taken-by-1' }, 'admin')
      expect(answer.body).toMatchObject({ code: 'invalid_request' })
    })
  })
})
