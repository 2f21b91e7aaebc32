import { type ActionTrigger, actionTriggers, type EffectName, effectNames } from '@octavo/core/document'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '../../outbound/index.ts'
import { type Peer, startPeer } from '../../services/api-connectors/testing.ts'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

/**
 * What the server does for every effect, in sequences of every trigger: sequences started by a webhook, and steps that
 * an open page sends to the server. A new effect needs an entry in `effects`.
 * `packages/web/src/elements/action-gallery.test.tsx` tests the page's part, including that it sends these requests.
 */

const sent = { type: 'agent-input', inputName: 'note' }
const byControl = { type: 'control', control: 'Word' }
const byFormula = { type: 'formula', formula: 'Upper([Word])' }
const isNote = (value: string) => ({ type: 'column-match', column: 'text', condition: '=', value })

interface EffectCase {
  /** The step for a sequence started by a webhook. `made`: ids that exist once the platform is set up. */
  step: (made: { connectorId: string; connectionId: string }) => object
  /** The visible effect of a webhook request with "x", or why the webhook cannot be created. */
  hooked: { seen: Seen } | { refused: string }
  /** The step that an open page sends to the server, its operation, the request, and the visible effect. */
  handedOn?: {
    operation: string
    step: (made: { connectorId: string; connectionId: string }) => object
    body: object
    answer?: object
    seen: Seen
    refused?: string
  }
}

/** Visible effects: notes in the input table, requests to the other system, mails. */
interface Seen {
  notes?: string[]
  calls?: string[]
  mails?: string[]
}

const needsPage = { refused: 'acts on an open page' }
const toControl = { target: { type: 'element', element: 'orders' } }

const effects: Record<EffectName, EffectCase> = {
  'open-url': { step: () => ({ url: 'https://example.com', openTarget: '_blank' }), hooked: needsPage },
  'open-overlay': { step: () => ({ overlayId: 'dialog' }), hooked: needsPage },
  'close-overlay': { step: () => ({}), hooked: needsPage },
  'set-control-value': {
    step: () => ({ control: 'Word', value: sent }),
    hooked: needsPage,
    handedOn: {
      operation: 'values',
      step: () => ({ control: 'Word', value: byFormula }),
      body: { controls: { Word: 'east' } },
      answer: { values: [{ path: 'value', values: ['EAST'], problem: null }] },
      seen: {},
    },
  },
  'clear-control': { step: () => ({ scope: { type: 'workbook' } }), hooked: needsPage },
  'insert-rows': {
    step: () => ({ table: 'notes', values: { text: sent } }),
    hooked: { seen: { notes: ['old', 'x'] } },
  },
  'update-rows': {
    step: () => ({ table: 'notes', whichRows: isNote('old'), values: { text: sent } }),
    hooked: { seen: { notes: ['x'] } },
  },
  'delete-rows': {
    step: () => ({ table: 'notes', whichRows: { type: 'formula', formula: 'Upper([Note]) = "OLD"' } }),
    hooked: { seen: { notes: [] } },
    // The server returns the matching rows, and the page deletes them.
    handedOn: {
      operation: 'values',
      step: () => ({ table: 'notes', whichRows: { type: 'formula', formula: '[Note] = Lower([Word])' } }),
      body: { controls: { Word: 'OLD' } },
      answer: {
        values: [{ path: 'whichRows', values: [expect.any(String)], revision: expect.any(Number), problem: null }],
      },
      seen: {},
    },
  },
  'modify-element': {
    step: () => ({ element: 'orders', change: { type: 'hide-columns', columns: { type: 'columns', columns: ['s'] } } }),
    hooked: needsPage,
  },
  'refresh-element': { step: () => toControl, hooked: needsPage },
  navigate: { step: () => toControl, hooked: needsPage },
  'open-document': {
    step: () => ({ document: 'other', documentType: 'workbook', openTarget: '_blank' }),
    hooked: needsPage,
  },
  // Tested in procedures.test.ts, which has a data platform with procedures.
  'call-stored-procedure': {
    step: ({ connectionId }) => ({ connectionId, path: ['s', 'p'], arguments: [sent] }),
    hooked: { refused: 'calls a stored procedure' },
    handedOn: {
      operation: 'procedureCalls',
      step: ({ connectionId }) => ({ connectionId, path: ['s', 'p'], arguments: [byControl] }),
      body: { step: 0, arguments: ['east'] },
      seen: {},
      refused: 'has no write access',
    },
  },
  'call-api': {
    step: ({ connectorId }) => ({ apiConnectorId: connectorId, queryParams: { q: sent } }),
    hooked: { seen: { calls: ['/orders?q=x'] } },
    handedOn: {
      operation: 'apiCalls',
      step: ({ connectorId }) => ({ apiConnectorId: connectorId, queryParams: { q: byControl } }),
      body: { step: 0, queryParams: { q: ['east'] } },
      answer: { status: 200 },
      seen: { calls: ['/orders?q=east'] },
    },
  },
  'notify-and-export': {
    step: () => ({
      destination: 'email',
      subject: 'Hello',
      recipients: [{ type: 'dynamic', value: { type: 'formula', formula: '"a@example.com"' } }],
    }),
    hooked: { seen: { mails: ['a@example.com Hello'] } },
    handedOn: {
      operation: 'exports',
      step: () => ({
        destination: 'email',
        subject: 'For {{[Word]}}',
        recipients: [{ type: 'dynamic', value: byControl }],
      }),
      body: { step: 0, recipients: [['b@example.com']], parameters: { Word: 'east' } },
      answer: {},
      seen: { mails: ['b@example.com For east'] },
    },
  },
  'generate-iframe-event': { step: () => ({ eventName: 'picked', values: { note: sent } }), hooked: needsPage },
  'select-tab': {
    step: () => ({ tabbedContainer: 'tabs', selectedTab: { type: 'direction', direction: 'next' } }),
    hooked: needsPage,
  },
}

/** The place in the document where each trigger has its sequence. */
const hosts: Record<ActionTrigger, string> = {
  'on-click': 'go',
  'on-select': 'orders',
  'on-change': 'word',
  'on-context-menu': 'orders',
  'on-primary-cta-click': 'dialog',
  'on-secondary-cta-click': 'dialog',
  'on-close': 'dialog',
}

const cells = actionTriggers.flatMap((trigger) =>
  Object.entries(effects).map(([effect, each]) => ({ trigger, effect, each })),
)
const idOf = (trigger: string, effect: string, how: 'hooked' | 'handed') => `${how}.${trigger}.${effect}`

test('the gallery has every effect of documents', () => {
  expect(Object.keys(effects).toSorted()).toEqual([...effectNames].toSorted())
})

describeStores('the gallery of actions', (openStore) => {
  const mails: Mail[] = []
  let peer: Peer
  let documents: TestServices
  let connectionId = ''
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform, {
      sendMail: async (mail) => {
        mails.push(mail)
        return { refused: [] }
      },
    })
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['admin'] })
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'admin')

  beforeAll(async () => {
    peer = await startPeer()
    const queryParams = [{ key: 'q', mode: 'dynamic', value: null, type: 'string' }]
    const params = { method: 'POST', url: `${peer.url}/orders`, headers: [], pathParams: [], queryParams, body: '' }
    const made = await done('POST', '/v2/api-connectors', { name: 'Orders', params })
    // One caller starts all sequences of the gallery within a minute, which exceeds the default limit.
    await done('PATCH', '/v2/organizations/settings', { requestsPerMinute: { send: 1000 } })
    const book = bookOf({ connectorId: String(made.apiConnectorId), connectionId })
    workbookId = String((await done('POST', '/v2/workbooks/spec', book)).workbookId)
  })
  afterAll(async () => peer.close())
  beforeEach(() => {
    mails.length = 0
    peer.received.length = 0
  })

  /** A workbook in which each host has one sequence for each effect and each way to start it. */
  function bookOf(made: { connectorId: string; connectionId: string }) {
    const actionsOf = (hostId: string) =>
      cells
        .filter(({ trigger }) => hosts[trigger] === hostId)
        .flatMap(({ trigger, effect, each: { step, handedOn } }) => {
          const on = trigger === 'on-context-menu' ? { on: trigger, itemId: 'pick' } : trigger
          const action = (how: 'hooked' | 'handed', fields: object) => ({
            id: idOf(trigger, effect, how),
            trigger: on,
            effects: [{ effect, ...fields }],
          })
          return [action('hooked', step(made)), ...(handedOn ? [action('handed', handedOn.step(made))] : [])]
        })
    const host = (element: { id: string }) => ({ ...element, actions: actionsOf(element.id) })
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const notes = { id: 'notes', kind: 'input-table', name: 'Notes', source: { kind: 'empty', connectionId } }
    const elements = [
      host({ id: 'go', kind: 'button', text: 'Go' } as { id: string }),
      host({
        ...{ id: 'word', kind: 'control', controlType: 'text', mode: 'equals', controlId: 'Word', name: 'Word' },
      }),
      host({
        ...{ id: 'orders', kind: 'table', name: 'Orders', source },
        ...{ columns: [{ id: 's', formula: '[ORDERS/STATUS]' }], contextMenu: [{ id: 'pick', name: 'Pick' }] },
      }),
      { ...notes, inputMode: 'view', columns: [{ id: 'ID' }, { id: 'text', type: 'text', name: 'Note' }] },
      { id: 'tabs', kind: 'tabbed-container', tabs: [{ name: 'One' }, { name: 'Two' }] },
    ]
    const dialog = { ...host({ id: 'dialog' }), type: 'modal', name: 'Dialog', elements: [] }
    const { homeFolderId: folderId } = server().platform.people.admin
    return { name: 'Gallery', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }, dialog] }
  }

  const rowsPath = () => `/v2/workbooks/${workbookId}/elements/notes/rows`
  /** Replaces the rows by a single row, "old". */
  async function startAnew() {
    await done('POST', rowsPath(), { deleteWhere: [{ tests: [] }] })
    await done('POST', rowsPath(), { insert: [{ text: 'old' }] })
  }

  async function seenNow(): Promise<Seen> {
    const { db } = server().platform.store
    const rows = await db.selectFrom('input_rows').select('cells').where('document_id', '=', workbookId).execute()
    return {
      notes: rows.map(({ cells }) => String((JSON.parse(cells) as { text: unknown }).text)).toSorted(),
      calls: peer.received.map(({ url }) => url),
      mails: mails.map(({ to, subject }) => `${[to].flat().join()} ${subject}`),
    }
  }
  const all = (seen: Seen) => ({ notes: ['old'], calls: [], mails: [], ...seen })

  describe.each(actionTriggers)('sequences of %s', (trigger) => {
    const own = cells.filter((cell) => cell.trigger === trigger)

    test.each(own)('$effect, started by a webhook', async ({ effect, each: { hooked } }) => {
      const sequenceId = idOf(trigger, effect, 'hooked')
      const made = await send('POST', `/v2/workbooks/${workbookId}/webhooks`, { sequenceId })
      if ('refused' in hooked) {
        expect(made).toMatchObject({ status: 409, text: expect.stringContaining(`(${effect}) ${hooked.refused}`) })
        return
      }
      expect(made.status, made.text).toBe(201)
      await startAnew()
      const hook = `/v2/webhooks/${workbookId}/${encodeURIComponent(sequenceId)}`
      const schema = (await done('GET', `${hook}/schema`)) as { variables: object }
      const body = Object.fromEntries(Object.keys(schema.variables).map((name) => [name, 'x']))
      expect(await send('POST', hook, body)).toMatchObject({ status: 202 })
      await documents.worker.runDue()
      expect(await seenNow()).toEqual(all(hooked.seen))
    })

    const handed = own.flatMap(({ effect, each: { handedOn } }) => (handedOn ? [{ effect, handedOn }] : []))
    test.each(handed)('$effect, sent by an open page', async ({ effect, handedOn }) => {
      const { operation, body, answer, seen, refused } = handedOn
      await startAnew()
      const sequenceId = encodeURIComponent(idOf(trigger, effect, 'handed'))
      const path = `/v2/workbooks/${workbookId}/sequences/${sequenceId}/${operation}`
      const answered = await send('POST', path, { step: 0, ...body })
      expect(answered, answered.text).toMatchObject(
        refused === undefined ? { status: 200, body: answer } : { status: 409, text: expect.stringContaining(refused) },
      )
      await documents.worker.runDue()
      expect(await seenNow()).toEqual(all(seen))
    })
  })
})
