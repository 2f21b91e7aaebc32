import {
  downloadSentFile,
  getDelivery,
  listSends,
  listWorkbookSendDeliveries,
  listWorkbookSendRuns,
  listWorkbookSends,
  retryWorkbookSend,
  type ScheduleDelivery,
  type ScheduleRun,
  type Send,
  sendWorkbook,
} from '@octavo/core/contract'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { scenarios } from '../testing.ts'
import { csv, smallest, useSends } from './testing-workbook-sends.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const atRest = { engine_unavailable: 'the connector tests end the engine' } as const

describeStores('exports that are sent now', (openStore) => {
  const { server, given, mails, hooked, path, send, sends, lastSend, person } = useSends(openStore)

  scenarios(
    'POST /v2/workbooks/{workbookId}/send',
    server,
    [
      {
        name: 'a viewer of the workbook sends it, and gets the ids of the send and its run',
        as: 'analyst',
        path: () => path(),
        body: smallest,
        status: 200,
        answer: { sendId: expect.any(String), deliveryId: expect.any(String) },
      },
      {
        name: 'a member who may not send mails is refused',
        as: 'viewer',
        path: () => path(),
        body: smallest,
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'only administrators send as another member',
        as: 'analyst',
        path: () => path(),
        body: { ...smallest, sendAsUser: unknownId },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an online drive is not supported yet, and the field is named',
        as: 'builder',
        path: () => path(),
        body: { ...smallest, targets: [{ type: 'gdrive', googleDriveFolderUrl: 'https://x' }] },
        status: 400,
        answer: { code: 'not_supported', message: expect.stringContaining('targets[0].type') },
      },
      {
        name: 'all problems are reported at once, with the fields of the request',
        as: 'builder',
        path: () => path(),
        body: {
          ...smallest,
          targets: [
            { type: 'member', userId: unknownId },
            { type: 'email' },
            { type: 'email', email: 'nobody' },
            { type: 'team', teamId: 'none' },
            { type: 'webhook', webhookUrl: 'https://169.254.169.254/' },
          ],
          attachments: [
            { formatOptions: { type: 'CSV' }, source: { type: 'element', nodeIds: ['orders', 'nowhere'] } },
          ],
          conditions: [
            { type: 'isEmpty', elementId: 'orders' },
            {
              type: 'sheetColumn',
              elementId: 'orders',
              columnId: 'o-status',
              op: 'Equals',
              mode: 'any',
              value: { type: 'bool', val: 'yes' },
            },
            { type: 'isEmpty', elementId: 'nowhere' },
          ],
        },
        status: 400,
        check: ({ body }) => {
          const { problems } = (body as { details: { problems: { path: string }[] } }).details
          expect(problems.map(({ path }) => path)).toEqual(
            expect.arrayContaining([
              'targets[0].userId',
              'targets[1].email',
              'attachments[0].source',
              'conditions[1].value.val',
              'conditions[2].elementId',
            ]),
          )
          expect(JSON.stringify(body)).not.toContain('configV2')
        },
      },
      {
        name: 'an unknown workbook',
        as: 'builder',
        path: `/v2/workbooks/${unknownId}/send`,
        body: smallest,
        status: 404,
      },
    ],
    { operation: sendWorkbook, untested: atRest },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/sends',
    server,
    [
      {
        name: 'the sender sees that it waits, or its result',
        as: 'analyst',
        path: () => path('sends'),
        status: 200,
        answer: { entries: [{ title: 'Orders' }], total: 1 },
      },
      {
        name: 'others do not',
        as: 'builder',
        path: () => path('sends'),
        status: 200,
        answer: { entries: [], total: 0 },
      },
      { name: 'administrators see it', as: 'admin', path: () => path('sends'), status: 200, answer: { total: 1 } },
      { name: 'an unknown workbook', as: 'builder', path: `/v2/workbooks/${unknownId}/sends`, status: 404 },
    ],
    { operation: listWorkbookSends },
  )

  scenarios(
    'GET /v2/sends',
    server,
    [
      {
        name: 'administrators see the sends of everybody, with names',
        as: 'admin',
        path: '/v2/sends?state=waiting',
        status: 200,
        answer: {
          entries: [{ title: 'Orders', workbookName: 'Store sales', createdByName: 'analyst Test' }],
          total: 1,
        },
      },
      {
        name: 'those that failed',
        as: 'admin',
        path: '/v2/sends?state=error',
        status: 200,
        answer: { entries: [], total: 0 },
      },
      { name: 'nobody else', as: 'builder', path: '/v2/sends', status: 403 },
    ],
    { operation: listSends },
  )

  test('the files are sent to members, addresses and webhooks, with the data of the sender, and create no schedule', async () => {
    await given.documents.worker.runDue()
    mails.length = 0
    const answer = await send(
      {
        targets: [
          { type: 'member', userId: person('viewer').memberId },
          { type: 'email', email: 'reader@example.com' },
          { type: 'webhook', webhookUrl: `${given.hookUrl}/hook` },
        ],
        attachments: [csv, { formatOptions: { type: 'EXCEL' }, source: { type: 'all' } }],
        config: { ...smallest.config, rowLimit: 2 },
      },
      'builder',
    )
    expect(answer.status, answer.text).toBe(200)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual([person('viewer').email, 'reader@example.com'])
    expect(mails[0]?.subject).toBe('Orders')
    expect(mails[0]?.text).toContain('Good morning')
    expect(mails[0]?.text).toContain('Sent from "Store sales" by')
    expect([...(mails[0]?.files.keys() ?? [])]).toEqual(['Store sales - Orders.csv', 'Store sales.xlsx'])
    const rows = mails[0]?.files.get('Store sales - Orders.csv')?.trim().split('\r\n') ?? []
    expect(rows).toHaveLength(3)
    expect(rows[1]).toContain(person('builder').email)
    const sent = await lastSend('builder')
    expect(sent).toMatchObject({ state: 'success', reason: null, sentAs: person('builder').memberId })
    expect(hooked.map(({ delivery }) => delivery)).toEqual([expect.stringContaining(sent?.deliveryId ?? 'none')])
    expect(hooked[0]?.body).toContain('Store sales - Orders.csv')
    const schedules = await server().request({ method: 'GET', path: path('schedules?limit=100'), as: 'builder' })
    expect(schedules.body).toMatchObject({ entries: [] })
    const one = await server().request({ method: 'DELETE', path: path(`schedules/${sent?.sendId}`), as: 'builder' })
    expect(one.status).toBe(404)
  })

  test('every recipient gets their own data; an administrator sends as another member', async () => {
    const { analyst, builder } = server().platform.people
    const targets = [analyst, builder].map(({ memberId }) => ({ type: 'member', userId: memberId }))
    await send({ targets, config: { ...smallest.config, runAsRecipient: true } }, 'builder')
    expect(mails).toHaveLength(2)
    for (const { to, files } of mails) expect(files.get('Store sales - Orders.csv')).toContain(to[0] ?? 'nobody')
    mails.length = 0
    await send({ sendAsUser: builder.memberId }, 'admin')
    expect(mails[0]?.files.get('Store sales - Orders.csv')).toContain(builder.email)
    expect(await lastSend('admin')).toMatchObject({ state: 'success', sentAs: builder.memberId })
  })

  test('a spreadsheet merges labels and names the member whose data it has', async () => {
    const { builder } = server().platform.people
    const formatting = { pivotHeaderStyle: 'merged', includeMetadata: true }
    const source = { type: 'element', elementId: 'crossed' }
    const answer = await send(
      {
        config: { ...smallest.config, formatting },
        attachments: [{ formatOptions: { type: 'EXCEL' }, source }],
        sendAsUser: builder.memberId,
      },
      'admin',
    )
    expect(answer.status, answer.text).toBe(200)
    const { sheets } = await readXlsx(mails[0]?.bytes.get('Store sales - Crossed.xlsx') ?? Buffer.alloc(0))
    expect(sheets.map(({ name }) => name)).toEqual(['Crossed', 'Metadata'])
    expect(sheets[0]?.merges?.length).toBeGreaterThan(0)
    for (const { startRow, endRow, startCol } of sheets[0]?.merges ?? []) {
      const labels = sheets[0]?.rows.slice(startRow, endRow + 1).map((row) => row[startCol])
      expect(labels).toEqual([expect.anything(), ...(labels?.slice(1).map(() => null) ?? [])])
    }
    expect(sheets[1]?.rows[1]?.[3]).toContain(`<${builder.email}>`)
  })

  test('it is sent only when every condition is met', async () => {
    const met = { type: 'isNotEmpty', elementId: 'orders' }
    const column = { type: 'sheetColumn', elementId: 'orders', columnId: 'o-status', op: 'Equals', mode: 'any' }
    const and = (val: string) => ({ conditions: [met, { ...column, value: { type: 'string', val } }] })
    await send(and('returned'))
    expect(mails).toHaveLength(1)
    await send(and('lost'))
    expect(mails).toHaveLength(1)
    expect(await lastSend()).toMatchObject({ state: 'skipped', reason: 'The condition was not met.' })
  })

  test('a failure is shown in the list and mailed to the requester, not to the member whose data it was', async () => {
    const { admin, builder } = server().platform.people
    const targets = [{ type: 'webhook', webhookUrl: `${given.hookUrl}/refuses` }]
    await send({ targets, sendAsUser: builder.memberId }, 'admin')
    await given.documents.worker.runDue()
    expect(await lastSend('admin')).toMatchObject({ state: 'error', reason: expect.stringContaining('answered 400') })
    expect(mails).toMatchObject([{ to: [admin.email], subject: '"Store sales" was not sent' }])
  })

  const at = (sendId: string, rest: string) => path(`sends/${sendId}/${rest}`)

  describe('a send', () => {
    /**
     * The analyst's sends, a send of the builder with another member's rows, and a send whose sender may no longer
     * send.
     */
    const sent: Record<'own' | 'ofAnother' | 'ofViewer', Send[]> = { own: [], ofAnother: [], ofViewer: [] }
    const of =
      (rest: string, which: keyof typeof sent = 'own') =>
      () => {
        const { sendId = '', deliveryId = '' } = sent[which][0] ?? {}
        return at(sendId, rest.replace('{runId}', deliveryId))
      }
    beforeAll(async () => {
      await send()
      sent.own = await sends()
      const targets = [{ type: 'member', userId: person('analyst').memberId }]
      await send({ targets, config: { ...smallest.config, runAsRecipient: true } }, 'builder')
      sent.ofAnother = await sends('builder')
      server().platform.clock.advance(1000)
      await send({}, 'admin')
      const [{ sendId = '' } = {}] = await sends('admin')
      const { memberId } = person('viewer')
      await server().platform.store.maintain('test', (tx) =>
        tx.updateTable('schedules').set({ created_by: memberId }).where('id', '=', sendId).execute(),
      )
      sent.ofViewer = await sends('viewer')
    })

    scenarios(
      'GET /v2/workbooks/{workbookId}/sends/{sendId}/runs',
      server,
      [
        {
          name: 'the sender sees its runs',
          as: 'analyst',
          path: of('runs'),
          status: 200,
          answer: { entries: [{ state: 'success', isManual: true }], total: 1 },
        },
        { name: 'administrators see it', as: 'admin', path: of('runs'), status: 200, answer: { total: 1 } },
        { name: 'other members do not find it', as: 'builder', path: of('runs'), status: 404 },
        { name: 'an unknown send', as: 'analyst', path: () => at(unknownId, 'runs'), status: 404 },
      ],
      { operation: listWorkbookSendRuns },
    )

    scenarios(
      'GET /v2/workbooks/{workbookId}/sends/{sendId}/runs/{runId}/deliveries',
      server,
      [
        {
          name: 'each message with its files',
          as: 'analyst',
          path: of('runs/{runId}/deliveries'),
          status: 200,
          answer: {
            entries: [
              {
                kind: 'mail',
                state: 'sent',
                attempts: 1,
                answer: '250 Queued as 7',
                recipients: [{ recipient: 'reader@example.com', state: 'sent', answer: '250 Queued as 7' }],
                files: [{ fileId: '0', name: 'Store sales - Orders.csv', isKept: true }],
              },
            ],
            total: 1,
          },
        },
        { name: 'an unknown run', as: 'analyst', path: of(`runs/${unknownId}/deliveries`), status: 404 },
        { name: 'other members do not find it', as: 'builder', path: of('runs/{runId}/deliveries'), status: 404 },
      ],
      { operation: listWorkbookSendDeliveries },
    )

    const deliveryOf = (which: keyof typeof sent) => () => `/v2/deliveries/${sent[which][0]?.deliveryId}`
    scenarios(
      'GET /v2/deliveries/{deliveryId}',
      server,
      [
        {
          name: 'who sent it finds it by its id',
          as: 'analyst',
          path: deliveryOf('own'),
          status: 200,
          answer: { state: 'success', name: 'Orders', workbookName: 'Store sales', scheduleId: null, progress: null },
          check: ({ body }) =>
            expect(body).toMatchObject({ workbookId: given.workbookId, sendId: sent.own[0]?.sendId }),
        },
        { name: 'administrators do', as: 'admin', path: deliveryOf('own'), status: 200 },
        { name: 'for others it is not there', as: 'builder', path: deliveryOf('own'), status: 404 },
        { name: 'an unknown delivery', as: 'analyst', path: () => `/v2/deliveries/${unknownId}`, status: 404 },
      ],
      { operation: getDelivery },
    )

    scenarios(
      'GET /v2/workbooks/{workbookId}/sends/{sendId}/runs/{runId}/files/{fileId}',
      server,
      [
        {
          name: 'the file that was sent',
          as: 'analyst',
          path: of('runs/{runId}/files/0'),
          status: 200,
          check: ({ text }) => expect(text).toContain(person('analyst').email),
        },
        { name: 'an unknown file', as: 'analyst', path: of('runs/{runId}/files/7'), status: 404 },
        { name: 'other members do not find it', as: 'builder', path: of('runs/{runId}/files/0'), status: 404 },
        {
          name: 'the sender may not download rows of another member',
          as: 'builder',
          path: of('runs/{runId}/files/0', 'ofAnother'),
          status: 403,
        },
      ],
      { operation: downloadSentFile },
    )

    scenarios(
      'POST /v2/workbooks/{workbookId}/sends/{sendId}/runs',
      server,
      [
        {
          name: 'it is sent again',
          as: 'analyst',
          path: of('runs'),
          status: 200,
          answer: { state: 'waiting', isManual: true },
        },
        {
          name: 'not while it is being sent',
          as: 'admin',
          path: of('runs'),
          status: 409,
          answer: { code: 'conflict' },
        },
        { name: 'other members do not find it', as: 'builder', path: of('runs'), status: 404 },
        {
          name: 'a sender who may no longer send mails cannot send it again',
          as: 'viewer',
          path: of('runs', 'ofViewer'),
          status: 403,
        },
      ],
      { operation: retryWorkbookSend },
    )
  })

  test('each of many recipients of a mail has a state, and the answer of the mail server', async () => {
    const addresses = Array.from({ length: 120 }, (_, index) => `person${String(index).padStart(3, '0')}@example.com`)
    const targets = [...addresses, 'nobody@example.com'].map((email) => ({ type: 'email', email }))
    await send({ targets })
    const last = await lastSend()
    const { body } = await server().request({
      method: 'GET',
      path: at(last?.sendId ?? '', `runs/${last?.deliveryId}/deliveries`),
      as: 'analyst',
    })
    const [message] = (body as { entries: ScheduleDelivery[] }).entries
    expect(message).toMatchObject({ state: 'sent', reason: 'nobody@example.com was refused: 550 No such user' })
    expect(message?.recipients).toEqual([
      ...addresses.map((recipient) => ({ recipient, state: 'sent', answer: '250 Queued as 7' })),
      { recipient: 'nobody@example.com', state: 'refused', answer: '550 No such user' },
    ])
  })

  test('a run that is being sent says so, and how many of its messages have ended', async () => {
    let release = () => {}
    given.hold = new Promise((resolve) => {
      release = resolve
    })
    const targets = [...smallest.targets, { type: 'webhook', webhookUrl: `${given.hookUrl}/takes` }]
    const asked = await server().request({
      method: 'POST',
      path: path(),
      as: 'builder',
      body: { ...smallest, targets },
    })
    expect(asked.status, asked.text).toBe(200)
    const { sendId = '', deliveryId } = (await lastSend('builder')) ?? {}
    const progress = async () => {
      const { body } = await server().request({ method: 'GET', path: at(sendId, 'runs'), as: 'builder' })
      return (body as { entries: ScheduleRun[] }).entries[0]?.progress
    }
    const nothing = { rows: null, rowTotal: null, file: null, fileNumber: null, fileCount: null }
    expect(await progress()).toEqual({ ...nothing, step: 'waiting', done: 0, total: null })
    const work = given.documents.worker.runDue()
    await expect.poll(progress, { timeout: 30_000 }).toEqual({ ...nothing, step: 'sending', done: 1, total: 2 })
    release()
    given.hold = undefined
    await work
    expect(await progress()).toBeNull()
    const file = { ...nothing, step: 'writing', done: 0, total: null, rows: 1200, rowTotal: 5000, file: 'a.csv' }
    await server().platform.store.maintain('as while it ran', (tx) =>
      tx
        .updateTable('schedule_runs')
        .set({ state: 'running', files_at: null, progress: JSON.stringify(file) })
        .where('id', '=', deliveryId ?? '')
        .execute(),
    )
    expect(await progress()).toEqual(file)
    const { body } = await server().request({ method: 'GET', path: `/v2/deliveries/${deliveryId}`, as: 'builder' })
    expect(body).toMatchObject({ progress: file })
    await server().platform.store.maintain('as it ended', (tx) =>
      tx
        .updateTable('schedule_runs')
        .set({ state: 'success' })
        .where('id', '=', deliveryId ?? '')
        .execute(),
    )
  })

  test('a failed send can be sent again, and its file is available for seven days', async () => {
    given.isRefused = true
    const targets = [{ type: 'webhook', webhookUrl: `${given.hookUrl}/refuses` }]
    await send({ targets }, 'builder')
    const failed = await lastSend('builder')
    expect(failed).toMatchObject({ state: 'error', reason: expect.stringContaining('answered 400') })
    const again = () => server().request({ method: 'POST', path: at(failed?.sendId ?? '', 'runs'), as: 'builder' })
    // A run is identified by the moment of its start, so each needs another one.
    server().platform.clock.advance(1000)
    given.isRefused = false
    const { status, body } = await again()
    expect(status).toBe(200)
    await given.documents.worker.runDue()
    const { deliveryId = '' } = body as { deliveryId?: string }
    expect(await lastSend('builder')).toMatchObject({ sendId: failed?.sendId, state: 'success', deliveryId })
    const file = () =>
      server().request({ method: 'GET', path: at(failed?.sendId ?? '', `runs/${deliveryId}/files/0`), as: 'builder' })
    expect((await file()).text).toContain(person('builder').email)
    server().platform.clock.advance(7 * 24 * 3_600_000 + 1000)
    await given.documents.scheduleDue.tick()
    expect((await file()).status).toBe(404)
    const { body: deliveries } = await server().request({
      method: 'GET',
      path: at(failed?.sendId ?? '', `runs/${deliveryId}/deliveries`),
      as: 'builder',
    })
    expect(deliveries).toMatchObject({
      entries: [
        {
          answer: '200',
          recipients: [{ state: 'sent', answer: '200' }],
          files: [{ isKept: false, sha256: expect.stringMatching(/^\w{64}$/) }],
        },
      ],
    })
  })

  test('a message without a file has its link; a message of an archived workbook is refused', async () => {
    await send({ attachments: [{ formatOptions: { type: 'NONE' }, source: { type: 'all' } }] })
    expect(mails[0]?.files.size).toBe(0)
    expect(mails[0]?.text).toMatch(/\/workbook\/Store-sales-/)
    const archived = await server().request({ method: 'DELETE', path: `/v2/files/${given.workbookId}`, as: 'builder' })
    expect(archived.status, archived.text).toBe(200)
    expect((await send({}, 'builder')).status).toBeGreaterThanOrEqual(400)
    expect(mails).toHaveLength(1)
  })
})
