import {
  checkWorkbookSchedule,
  deleteWorkbookSchedule,
  downloadScheduleFile,
  getWorkbookSchedule,
  listMemberSchedules,
  listWorkbookScheduleDeliveries,
  listWorkbookScheduleRuns,
  postWorkbookSchedule,
  runWorkbookSchedule,
  type Schedule,
  type ScheduleDetails,
  testWorkbookSchedule,
  updateWorkbookSchedule,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Scenario, scenarios, useServer } from '../testing.ts'
import { createScheduledBook, csvOf, smallest, weekdays, withConfig } from './testing-workbook-schedules.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const atRest = { engine_unavailable: 'the connector tests end the engine' } as const

describeStores('scheduled exports', (openStore) => {
  let workbookId = ''
  let scheduleId = ''
  const server = useServer(openStore, async (platform) => {
    const created = await createScheduledBook(platform, async () => ({ refused: [] }))
    workbookId = created.workbookId
    return created.routes
  })
  const at = (path: string) => path.replace('{workbookId}', workbookId).replace('{scheduleId}', scheduleId)
  const ask = (as: 'admin' | 'builder' | 'analyst', method: string, path: string, body?: object) =>
    server().request({ method, path: at(path), as, ...(body ? { body } : {}) })

  scenarios(
    'POST /v2/workbooks/{workbookId}/schedules',
    server,
    [
      {
        name: 'is active at once, and returns the next due times in its zone, but not its recipients',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules'),
        body: withConfig({
          exportName: 'Mornings',
          attachmentSettings: { zipAttachments: true, mergeAttachments: true },
          exportAttachments: [
            csvOf('orders'),
            { formatOptions: { type: 'XLSX' }, workbookExportSource: { type: 'all' } },
          ],
          conditionOptions: { type: 'workbook', condition: { type: 'isNotEmpty', elementId: 'orders' } },
        }),
        status: 200,
        answer: {
          isSuspended: false,
          disabledAt: null,
          disabledBy: null,
          schedule: weekdays,
          lastRun: null,
          nextRuns: [16, 17, 18, 19, 22].map((day) => `2026-06-${day}T07:00:00.000Z`),
          configV2: {
            notificationName: 'Mornings',
            notificationAttachments: [
              { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', nodeIds: ['orders'] } },
              { formatOptions: { type: 'EXCEL' }, workbookExportSource: { type: 'all' } },
            ],
            attachmentSettings: { mergePdfAttachments: true, zipAttachments: true },
            conditionOptions: { type: 'workbook', conditions: [{ type: 'isNotEmpty', sheetId: 'orders' }] },
            includeLink: true,
          },
        },
        check: ({ body, text }) => {
          scheduleId = (body as Schedule).scheduledNotificationId
          expect(text).not.toContain('reader@example.com')
        },
      },
      {
        name: 'accepts the older form',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules'),
        body: {
          target: smallest.target,
          schedule: weekdays,
          config: { formatOptions: { type: 'CSV' }, title: 'T', messageBody: '', chartId: 'orders', rowLimit: 5 },
        },
        status: 200,
        answer: {
          configV2: {
            rowLimit: 5,
            notificationAttachments: [{ workbookExportSource: { type: 'element', nodeIds: ['orders'] } }],
          },
        },
      },
      ...(
        [
          [
            'online spreadsheets',
            { target: [{ googleSpreadsheetUrl: 'https://x' }] },
            'target[0].googleSpreadsheetUrl',
          ],
          ['online drives', { target: [{ googleDriveFolderUrl: 'https://x' }] }, 'target[0].googleDriveFolderUrl'],
        ] as [string, object, string][]
      ).map(
        ([what, body, message]): Scenario => ({
          name: `${what} are told to be not supported`,
          as: 'builder',
          path: () => at('/v2/workbooks/{workbookId}/schedules'),
          body: { ...smallest, ...body },
          status: 400,
          answer: { code: 'not_supported', message: expect.stringContaining(message) },
        }),
      ),
      ...(
        [
          ['a PNG of the workbook', { type: 'PNG', scale: 2 }, 400, { code: 'invalid_request' }, { type: 'all' }],
          [
            'a PNG with a scale and a width',
            { type: 'PNG', scale: 2, pixelWidth: 8 },
            400,
            { code: 'invalid_request' },
          ],
        ] as [string, object, number, object, object?][]
      ).map(
        ([
          name,
          formatOptions,
          status,
          answer,
          workbookExportSource = { type: 'element', elementIds: ['orders'] },
        ]): Scenario => ({
          name: `refuses ${name}`,
          as: 'builder',
          path: () => at('/v2/workbooks/{workbookId}/schedules'),
          body: { ...smallest, ...withConfig({ exportAttachments: [{ formatOptions, workbookExportSource }] }) },
          status,
          answer,
        }),
      ),
      {
        name: 'of a missing workbook is not found',
        as: 'builder',
        path: `/v2/workbooks/${unknownId}/schedules`,
        body: smallest,
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'needs an account type that schedules exports',
        as: 'viewer',
        path: () => at('/v2/workbooks/{workbookId}/schedules'),
        body: smallest,
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'to a webhook needs an account type with that permission',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules'),
        body: { ...smallest, target: [{ webhookUrl: 'https://127.0.0.1/hook' }] },
        status: 403,
        answer: { message: expect.stringContaining('export-to-webhook') },
      },
      {
        name: 'for another member is for administrators',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules'),
        body: { ...smallest, ownerId: '0'.repeat(29) },
        status: 403,
      },
    ],
    { operation: postWorkbookSchedule, untested: atRest },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/schedules/{scheduleId}',
    server,
    [
      {
        name: 'its owner sees its recipients and the messages',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        status: 200,
        answer: { target: [{ email: 'reader@example.com' }], description: null, settings: { exportName: 'Mornings' } },
      },
      {
        name: 'an editor of the workbook may not',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        status: 403,
      },
      {
        name: 'an unknown id is not found',
        as: 'builder',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/${unknownId}`),
        status: 404,
      },
    ],
    { operation: getWorkbookSchedule },
  )

  scenarios(
    'PATCH /v2/workbooks/{workbookId}/schedules/{scheduleId}',
    server,
    [
      {
        name: 'changes the content, also inside schedule and configV2',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        body: { schedule: { cronSpec: '30 8 * * *' }, configV2: { title: 'New' }, description: 'Why' },
        status: 200,
        answer: {
          schedule: { cronSpec: '30 8 * * *', timezone: 'Europe/Berlin' },
          configV2: { title: 'New', notificationName: 'Mornings' },
          nextRuns: expect.arrayContaining(['2026-06-16T06:30:00.000Z']),
        },
      },
      {
        name: 'an editor of the workbook pauses it',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        body: { suspensionAction: 'pause' },
        status: 200,
        answer: { isSuspended: false, disabledAt: '2026-06-15T12:00:00.002Z', nextRuns: [] },
        check: ({ body }, { platform }) => expect((body as Schedule).disabledBy).toBe(platform.people.builder.memberId),
      },
      {
        name: 'and resumes it',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        body: { suspensionAction: 'resume' },
        status: 200,
        answer: { disabledAt: null, disabledBy: null, nextRuns: expect.arrayContaining(['2026-06-16T06:30:00.000Z']) },
      },
      {
        name: 'but not its recipients, because it is sent with the rights of its owner',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        body: { target: [{ email: 'builder@example.com' }] },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'a viewer of the workbook cannot change it',
        as: 'viewer',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        body: { suspensionAction: 'pause' },
        status: 403,
      },
      {
        name: 'a wrong pattern changes nothing',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        body: { schedule: { cronSpec: '61 * * * *' }, suspensionAction: 'pause' },
        status: 400,
        answer: { code: 'invalid_request' },
      },
      {
        name: 'unsupported features are refused',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        body: { target: [{ googleSpreadsheetUrl: 'https://x' }] },
        status: 400,
        answer: { code: 'not_supported' },
      },
      {
        name: 'an unknown id is not found',
        as: 'builder',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/${unknownId}`),
        body: {},
        status: 404,
      },
    ],
    { operation: updateWorkbookSchedule, untested: atRest },
  )

  test('members who may see the workbook find it in the lists', async () => {
    const bare = await ask('analyst', 'GET', '/v2/workbooks/{workbookId}/schedules?limit=1')
    expect(bare.body).toMatchObject({
      entries: [{ scheduledNotificationId: scheduleId }],
      nextPage: expect.any(String),
    })
    const paged = await ask('builder', 'GET', '/v2.1/workbooks/{workbookId}/schedules')
    expect(paged.body).toMatchObject({ total: 2, hasMore: false })
  })

  scenarios(
    'POST /v2/workbooks/{workbookId}/schedules/{scheduleId}/runs',
    server,
    [
      {
        name: 'its owner sends it now',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs'),
        status: 200,
        answer: { state: 'waiting', isManual: true },
      },
      {
        name: 'not while a run is in progress',
        as: 'analyst',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs'),
        status: 409,
        answer: { code: 'conflict' },
      },
      {
        name: 'an editor of the workbook may not',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs'),
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'an unknown id is not found',
        as: 'builder',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/${unknownId}/runs`),
        status: 404,
      },
    ],
    { operation: runWorkbookSchedule },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/schedules/{scheduleId}/runs',
    server,
    [
      {
        name: 'returns the results of due times to members who may see the workbook',
        as: 'viewer',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs'),
        status: 200,
        answer: { total: 1, entries: [{ state: 'waiting' }] },
      },
      {
        name: 'an unknown id is not found',
        as: 'builder',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/${unknownId}/runs`),
        status: 404,
      },
    ],
    { operation: listWorkbookScheduleRuns },
  )

  for (const operation of [checkWorkbookSchedule, testWorkbookSchedule]) {
    scenarios(
      `POST ${operation.path}`,
      server,
      [
        {
          name: 'a viewer without the right to schedule may not',
          as: 'viewer',
          path: () => at(operation.path),
          body: withConfig({ exportAttachments: [csvOf('orders')] }),
          status: 403,
        },
        {
          name: 'a member who may not see the workbook',
          as: 'outsider',
          path: () => at(operation.path),
          body: withConfig({ exportAttachments: [csvOf('orders')] }),
          status: 404,
        },
      ],
      {
        operation,
        untested: {
          ...atRest,
          not_supported: 'as for a schedule that is added',
          engine_unavailable: 'as for page data',
        },
      },
    )
  }

  scenarios(
    'GET /v2/workbooks/{workbookId}/schedules/{scheduleId}/runs/{deliveryId}/deliveries',
    server,
    [
      {
        name: 'an editor of the workbook who does not own the schedule may not',
        as: 'builder',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs/${unknownId}/deliveries`),
        status: 403,
      },
      {
        name: 'an unknown run is not found',
        as: 'analyst',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs/${unknownId}/deliveries`),
        status: 404,
      },
    ],
    { operation: listWorkbookScheduleDeliveries },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/schedules/{scheduleId}/runs/{deliveryId}/files/{fileId}',
    server,
    [
      {
        name: 'an editor of the workbook who does not own the schedule may not',
        as: 'builder',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs/${unknownId}/files/0`),
        status: 403,
      },
      {
        name: 'a file of an unknown run is not found',
        as: 'analyst',
        path: () => at(`/v2/workbooks/{workbookId}/schedules/{scheduleId}/runs/${unknownId}/files/0`),
        status: 404,
      },
    ],
    { operation: downloadScheduleFile },
  )

  scenarios(
    'GET /v2/members/{memberId}/schedules',
    server,
    [
      {
        name: 'a member sees their own',
        as: 'analyst',
        path: ({ platform }) => `/v2/members/${platform.people.analyst.memberId}/schedules`,
        status: 200,
        check: ({ body }) =>
          expect(body).toMatchObject({ total: 1, entries: [{ scheduledNotificationId: scheduleId }] }),
      },
      {
        name: 'an administrator those of others',
        as: 'admin',
        path: ({ platform }) => `/v2/members/${platform.people.analyst.memberId}/schedules`,
        status: 200,
        answer: { total: 1 },
      },
      {
        name: 'nobody else',
        as: 'builder',
        path: ({ platform }) => `/v2/members/${platform.people.analyst.memberId}/schedules`,
        status: 403,
      },
      {
        name: 'an unknown member is not found',
        as: 'admin',
        path: `/v2/members/${'0'.repeat(29)}/schedules`,
        status: 404,
      },
    ],
    { operation: listMemberSchedules },
  )

  test('when a member leaves, they are transferred with the documents or archived', async () => {
    const { people } = server().platform
    const schedulesOf = (role: 'builder' | 'analyst' | 'admin') =>
      ask('admin', 'GET', `/v2/members/${people[role].memberId}/schedules`).then(
        ({ body }) => (body as { total: number }).total,
      )
    const leave = (memberId: string, more: object) =>
      ask('admin', 'PATCH', `/v2/members/${memberId}`, { isArchived: true, ...more })
    expect((await leave(people.analyst.memberId, { newOwnerId: people.builder.memberId })).status).toBe(200)
    expect([await schedulesOf('analyst'), await schedulesOf('builder')]).toEqual([0, 2])
    const moved = await ask('builder', 'GET', '/v2/workbooks/{workbookId}/schedules/{scheduleId}')
    expect((moved.body as ScheduleDetails).ownerId).toBe(people.builder.memberId)

    expect((await leave(people.stranger.memberId, { archiveScheduledExports: true })).status).toBe(200)
    expect(await schedulesOf('builder')).toBe(2)
  })

  scenarios(
    'DELETE /v2/workbooks/{workbookId}/schedules/{scheduleId}',
    server,
    [
      {
        name: 'a viewer of the workbook may not',
        as: 'viewer',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        status: 403,
      },
      {
        name: 'its owner removes it',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        status: 200,
      },
      {
        name: 'once',
        as: 'builder',
        path: () => at('/v2/workbooks/{workbookId}/schedules/{scheduleId}'),
        status: 404,
      },
    ],
    { operation: deleteWorkbookSchedule },
  )

  test('the archive flag ends the remaining ones', async () => {
    const { people } = server().platform
    const list = () => ask('admin', 'GET', `/v2/members/${people.builder.memberId}/schedules`)
    expect((await list()).body).toMatchObject({ total: 1 })
    const body = { isArchived: true, archiveScheduledExports: true }
    expect((await ask('admin', 'PATCH', `/v2/members/${people.builder.memberId}`, body)).status).toBe(200)
    expect((await list()).body).toMatchObject({ total: 0 })
    const events = await server()
      .platform.store.db.selectFrom('audit_events')
      .select('action')
      .where('object_kind', '=', 'schedule')
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual([
      'SCHEDULE_CREATED',
      'SCHEDULE_CREATED',
      'SCHEDULE_UPDATED',
      'SCHEDULE_PAUSED',
      'SCHEDULE_RESUMED',
      'SCHEDULE_RUN_REQUESTED',
      'SCHEDULE_DELETED',
    ])
  })
})
