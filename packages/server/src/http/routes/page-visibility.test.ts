import { openApiOf, operations } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import type { SendMail } from '../../outbound/index.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, type TestPlatform, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const hourMs = 3_600_000

describeStores('pages that are shown to some', (openStore) => {
  let platform: TestPlatform
  let documents: TestServices
  let workbookId = ''
  const mails: Parameters<SendMail>[0][] = []
  const server = useServer(openStore, async (given) => {
    platform = given
    documents = buildTestServices(platform, {
      sendMail: async (mail) => {
        mails.push(mail)
        for (const { content } of mail.files ?? []) content.destroy()
        return { refused: [] }
      },
    })
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const source = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }
    const page = (id: string, more = {}, from: object = source, formula = '[ORDERS/ORDER_ID]') => ({
      id,
      name: id,
      elements: [
        {
          id: `${id}-table`,
          kind: 'table',
          name: `the ${id} table`,
          source: from,
          columns: [{ id: `${id}-id`, formula, name: `Number of ${id}` }],
        },
        { id: `${id}-pick`, kind: 'control', controlId: `Pick-${id}`, controlType: 'text', mode: 'equals' },
      ],
      ...more,
    })
    const only = (assignments: object) => ({ visibility: { kind: 'specific-users-and-teams', assignments } })
    const body = {
      name: 'Pages',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [
        // A visible element may read a hidden one.
        page('open', {}, { kind: 'table', elementId: 'hidden-table' }, '[the hidden table/Number of hidden]'),
        page('hidden', { visibility: 'hidden' }),
        page('analyst', only({ users: [platform.people.analyst.memberId] })),
        page('nobody', only({ teams: ['a-team-that-is-not-there'] })),
      ],
    }
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    await documents.share(workbookId, 'analyst', 'explore')
    return documents.routes
  })
  const ask = (method: string, path: string, as: Role, body?: unknown) =>
    server().request({
      method,
      path: `/v2/workbooks/${workbookId}${path}`,
      as,
      ...(body === undefined ? {} : { body }),
    })
  const pagesOf = async (as: Role) =>
    ((await ask('GET', '/pages', as)).body as { entries: { pageId: string }[] }).entries.map(({ pageId }) => pageId)

  test('readers get the pages that are visible to them; editors get all', async () => {
    expect(await pagesOf('viewer')).toEqual(['open'])
    expect(await pagesOf('analyst')).toEqual(['open', 'analyst'])
    for (const as of ['builder', 'admin'] as const) {
      expect(await pagesOf(as)).toEqual(['open', 'hidden', 'analyst', 'nobody'])
    }
  })

  test('a page that is hidden from the reader is not found, nor are its elements and data', async () => {
    for (const page of ['hidden', 'analyst', 'nobody']) {
      for (const [method, path, body] of [
        ['GET', `/pages/${page}/elements`, undefined],
        ['POST', `/pages/${page}/data`, {}],
      ] as const) {
        const answer = await ask(method, path, 'viewer', body)
        expect(answer, path).toMatchObject({ status: 404, body: { code: 'not_found', details: { id: page } } })
        const isShown = page === 'analyst'
        expect((await ask(method, path, 'analyst', body)).status, path).toBe(isShown ? 200 : 404)
        expect((await ask(method, path, 'builder', body)).status, path).toBe(200)
      }
    }
  })

  const reads = operationsOf('get').filter(({ path }) => path.startsWith('/v2/workbooks/{workbookId}'))
  test.each(reads.map(({ path }) => [path] as const))(
    'GET %s returns nothing about pages that are hidden from the reader',
    async (path) => {
      const asked = (page: string, as: Role) =>
        server().request({
          method: 'GET',
          path: path
            .replace('{workbookId}', workbookId)
            .replace('{pageId}', page)
            .replace('{elementId}', `${page}-table`),
          as,
          // The event stream of an editor would stay open until its timeout.
          query: path.endsWith('/events') ? { timeoutSeconds: 0 } : {},
        })
      const isOfPage = path.includes('{pageId}') || path.includes('{elementId}')
      for (const suffix of path.endsWith('/spec') ? ['', '?form=document'] : ['']) {
        for (const page of isOfPage ? ['open', 'hidden', 'analyst', 'nobody'] : ['open']) {
          const answer = await asked(`${page}${suffix}`, 'viewer')
          if (page !== 'open') expect(answer.status, answer.text).toBe(404)
          // The formula of the visible table contains these names of the hidden one.
          const reported = answer.text
            .replaceAll('the hidden table/Number of hidden', '')
            .replaceAll('hidden-table', '')
          if (page === 'open')
            expect(reported).not.toMatch(
              /the (hidden|analyst|nobody) table|Number of (hidden|analyst|nobody)|Pick-(hidden|analyst|nobody)/,
            )
          const whole = await asked(`${page}${suffix}`, 'builder')
          expect([whole.status, page], whole.text).toEqual([answer.status === 200 ? 200 : whole.status, page])
        }
      }
    },
  )

  test('the document as code is complete for editors, and lacks hidden pages for others', async () => {
    const pagesIn = (body: unknown) => (body as { pages: { id: string }[] }).pages.map(({ id }) => id)
    expect(pagesIn((await ask('GET', '/spec', 'viewer')).body)).toEqual(['open'])
    expect(pagesIn((await ask('GET', '/spec', 'analyst')).body)).toEqual(['open', 'analyst'])
    expect(pagesIn((await ask('GET', '/spec', 'builder')).body)).toEqual(['open', 'hidden', 'analyst', 'nobody'])
    const { body, text } = await ask('GET', '?includeContents=true', 'viewer')
    expect(text).not.toMatch(/the (analyst|nobody) table|Pick-hidden/)
    expect(body).toMatchObject({ contents: expect.anything() })
  })

  test('an older version is read without the pages that are hidden now', async () => {
    const made = await documents.specs.create(await documents.viewer('builder'), 'workbook', {
      name: 'Older',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [
        { id: 'a', name: 'a', elements: [] },
        { id: 'b', name: 'b', elements: [{ id: 'words', kind: 'text', body: 'secret words' }] },
      ],
    })
    const { id } = made.record.inode
    await documents.share(id, 'viewer', 'view')
    const spec = (as: Role) =>
      server().request({ method: 'GET', path: `/v2/workbooks/${id}/spec?documentVersion=1`, as })
    expect((await spec('viewer')).text).toContain('secret words')
    const { body } = await spec('builder')
    const { pages, documentVersion: _, ...rest } = body as { pages: object[]; documentVersion: number }
    const hidden = pages.map((page, index) => (index === 1 ? { ...page, visibility: 'hidden' } : page))
    const put = await server().request({
      method: 'PUT',
      path: `/v2/workbooks/${id}/spec`,
      as: 'builder',
      body: { ...rest, pages: hidden },
    })
    expect(put.status, put.text).toBe(200)
    expect((await spec('viewer')).text).not.toContain('secret words')
    expect((await spec('builder')).text).toContain('secret words')
  })

  test.each([
    [{ elementId: 'open-table', format: { type: 'csv' } }, 200],
    [{ elementId: 'analyst-table', format: { type: 'csv' } }, 200],
    [{ elementId: 'hidden-table', format: { type: 'csv' } }, 404],
    [{ elementId: 'nobody-table', format: { type: 'json' } }, 404],
    [{ pageId: 'hidden', format: { type: 'xlsx' } }, 404],
    [{ pageId: 'analyst', format: { type: 'xlsx' } }, 200],
  ])('an export of %j by a reader has the status %i', async (body, status) => {
    const answer = await ask('POST', '/export', 'analyst', body)
    expect(answer.status, answer.text).toBe(status)
    expect((await ask('POST', '/export', 'builder', body)).status).toBe(200)
  })

  test('an export of the whole workbook contains the pages that are visible to its requester as a reader', async () => {
    for (const [as, sheets] of [
      ['analyst', '2'],
      ['builder', '1'],
    ] as const) {
      const { body } = await ask('POST', '/export', as, { format: { type: 'xlsx' } })
      await documents.worker.runDue()
      const path = `/v2/query/${(body as { queryId: string }).queryId}/download`
      const file = await server().request({ method: 'GET', path, as })
      expect(file.headers['x-octavo-sheets']).toBe(sheets)
    }
  })

  test.each([
    ['check', {}],
    ['assist', { position: 1 }],
  ])('formulas: %s finds only elements of visible pages', async (name, more) => {
    const path = `/v2/formulas:${name}`
    for (const [as, page, status] of [
      ['analyst', 'open', 200],
      ['analyst', 'analyst', 200],
      ['analyst', 'hidden', 404],
      ['builder', 'hidden', 200],
    ] as const) {
      const body = { workbookId, elementId: `${page}-table`, formula: `[Number of ${page}]`, ...more }
      const answer = await server().request({ method: 'POST', path, as, body })
      expect(answer.status, `${as} ${page}: ${answer.text}`).toBe(status)
    }
  })

  const scheduled = (elementId: string, more: { target?: object[]; config?: object } = {}) => ({
    target: more.target ?? [{ email: 'reader@example.com' }],
    schedule: { cronSpec: '0 * * * *', timezone: 'UTC' },
    configV2: {
      title: 'Pages',
      messageBody: '',
      exportAttachments: [
        { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'element', elementIds: [elementId] } },
      ],
      ...more.config,
    },
  })

  test('hidden pages cannot be scheduled or used in a condition', async () => {
    const asAnalyst = async (body: object) => {
      const { status, body: answer } = await ask('POST', '/schedules', 'analyst', body)
      const { scheduledNotificationId: id } = answer as { scheduledNotificationId?: string }
      if (id !== undefined) await ask('DELETE', `/schedules/${id}`, 'analyst')
      return [status, JSON.stringify((answer as { details?: unknown }).details ?? null)] as const
    }
    const condition = (elementId: string) => ({
      conditionOptions: { type: 'workbook', condition: { type: 'isNotEmpty', elementId } },
    })
    expect(await asAnalyst(scheduled('analyst-table'))).toEqual([200, 'null'])
    const refused = await asAnalyst(scheduled('hidden-table'))
    expect(refused[0]).toBe(400)
    expect(refused[1]).toContain('hidden-table')
    const asked = await asAnalyst(scheduled('open-table', { config: condition('hidden-table') }))
    expect(asked[0]).toBe(400)
    expect(asked[1]).toContain('condition.elementId')
  })

  test('a schedule that runs as its recipients sends nothing to members from whom its page is hidden', async () => {
    const to = (as: Role) => [{ email: platform.people[as].email }]
    const config = { runAsRecipient: true }
    const run = async (as: Role, elementId: string) => {
      mails.length = 0
      const answer = await ask('POST', '/schedules', 'builder', scheduled(elementId, { target: to(as), config }))
      expect(answer.status, answer.text).toBe(200)
      const { scheduledNotificationId: id } = answer.body as { scheduledNotificationId: string }
      platform.clock.advance(hourMs)
      await documents.scheduleDue.tick()
      await documents.worker.runDue()
      const runs = await ask('GET', `/schedules/${id}/runs`, 'builder')
      await ask('DELETE', `/schedules/${id}`, 'builder')
      return (runs.body as { entries: { state: string; reason: string | null }[] }).entries[0]
    }
    expect(await run('analyst', 'analyst-table')).toMatchObject({ state: 'success' })
    const refused = await run('viewer', 'analyst-table')
    expect(refused).toMatchObject({ state: 'error', reason: expect.stringContaining('is not shown') })
    expect(mails.flatMap(({ files }) => files ?? [])).toEqual([])
  })
})

function operationsOf(method: string) {
  const { paths } = openApiOf(operations, 'test') as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, item]) => (method in item ? [{ path }] : []))
}
