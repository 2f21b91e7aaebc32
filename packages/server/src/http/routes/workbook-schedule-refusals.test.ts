import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { createScheduledBook, csvOf, smallest, withConfig } from './testing-workbook-schedules.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('scheduled exports that are refused', (openStore) => {
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    const created = await createScheduledBook(platform, async () => ({ refused: [] }))
    workbookId = created.workbookId
    return created.routes
  })
  const { send } = requestsOf(server, 'builder')
  const problemsOf = async (schedule: object) => {
    const { status, body } = await send('POST', `/v2/workbooks/${workbookId}/schedules`, schedule)
    const { problems } = (body as { details?: { problems?: { path: string }[] } }).details ?? {}
    return { status, paths: problems?.map(({ path }) => path) }
  }

  test('a condition on the number of a KPI names its value, and a comparison that it has', async () => {
    const condition = { type: 'column', elementId: 'kpi', columnId: 'k1', op: 'Contains', mode: 'any' }
    const value = { type: 'text', value: 'x' }
    const placesOf = async (change: object) => {
      const conditionOptions = { type: 'workbook', condition: { ...condition, value, ...change } }
      const configV2 = { title: '', messageBody: '', exportAttachments: [csvOf('orders')], conditionOptions }
      const schedule = { cronSpec: '0 9 * * *', timezone: 'UTC' }
      return (await problemsOf({ target: [{ email: 'a@example.com' }], schedule, configV2 })).paths
    }
    const place = 'configV2.conditionOptions.condition'
    expect(await placesOf({ measure: 'comparison' })).toEqual([
      `${place}.measure`,
      `${place}.op`,
      `${place}.value.type`,
    ])
    const ofTable = { elementId: 'orders', columnId: 'o-id', op: 'Equals', value: { type: 'integer', value: '1' } }
    expect(await placesOf({ ...ofTable, measure: 'value' })).toEqual([`${place}.measure`])
  })

  test('all invalid fields of a request are reported at once', async () => {
    const column = { type: 'column', elementId: 'orders', columnId: 'nope', op: 'GreaterThan', mode: 'any' }
    const body = {
      target: [
        { email: 'nobody' },
        {},
        { teamId: 'none' },
        { webhookUrl: 'http://example.com' },
        { webhookUrl: 'https://169.254.169.254/' },
        { slackChannelName: '#general' },
      ],
      schedule: { cronSpec: '0 9 * *', timezone: 'UTC' },
      configV2: {
        title: '',
        messageBody: '',
        exportAttachments: [
          csvOf('orders', 'nowhere'),
          { formatOptions: { type: 'CSV' }, workbookExportSource: { type: 'page', pageIds: ['p'] } },
          { formatOptions: { type: 'XLSX' }, workbookExportSource: { type: 'page', pageIds: [] } },
        ],
        conditionOptions: { type: 'workbook', condition: column },
        workbookSettings: { controlValues: { Nope: { type: 'number', value: 'x' } } },
      },
    }
    const { status, paths } = await problemsOf(body)
    expect(status).toBe(400)
    expect(paths?.toSorted()).toEqual([
      'configV2.conditionOptions.condition.columnId',
      'configV2.conditionOptions.condition.value',
      'configV2.exportAttachments[0].workbookExportSource.elementIds[1]',
      'configV2.exportAttachments[1]',
      'configV2.exportAttachments[2].workbookExportSource',
      'configV2.workbookSettings.controlValues.Nope',
      'schedule.cronSpec',
      'target[0].email',
      'target[1]',
      'target[2].teamId',
      'target[3].webhookUrl',
      'target[4].webhookUrl',
      'target[5].slackChannelName',
    ])
    const control = withConfig({ workbookSettings: { controlValues: { Nope: { type: 'number', value: 5 } } } })
    expect((await problemsOf(control)).paths).toEqual(['configV2.workbookSettings.controlValues.Nope'])
    const pdf = (layout: string) => ({
      formatOptions: { type: 'PDF', layout },
      workbookExportSource: { type: 'element', elementIds: ['orders'] },
    })
    const papers = withConfig({
      exportAttachments: [pdf('portrait'), pdf('landscape')],
      attachmentSettings: { mergeAttachments: true },
    })
    expect((await problemsOf(papers)).paths).toEqual(['configV2.attachmentSettings.mergeAttachments'])
    const tag = withConfig({ workbookVariant: { tagId: unknownId } })
    expect((await problemsOf(tag)).paths).toEqual(['configV2.workbookVariant.tagId'])
    for (const field of ['bookmarkId', 'exploreKey']) {
      const view = withConfig({ workbookVariant: { [field]: unknownId } })
      expect((await problemsOf(view)).paths).toEqual([`configV2.workbookVariant.${field}`])
    }
    expect((await problemsOf({ ...smallest, configV2: undefined })).paths).toEqual(['configV2'])
    expect((await problemsOf({ ...smallest, target: [] })).paths).toEqual(['target'])
  })
})

describeStores('scheduled exports of a server without mail', (openStore) => {
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    const created = await createScheduledBook(platform, null)
    workbookId = created.workbookId
    return created.routes
  })
  const { send } = requestsOf(server, 'builder')

  test('a mail is refused with advice, and a webhook is not', async () => {
    const path = `/v2/workbooks/${workbookId}/schedules`
    const sendTo = (target: object) => send('POST', path, { ...smallest, target: [target] })
    expect(await sendTo({ email: 'reader@example.com' })).toMatchObject({
      status: 400,
      body: { code: 'not_supported', hint: 'Ask for a mail server, or send to a webhook.' },
    })
    expect(await sendTo({ webhookUrl: 'https://hooks.example.com/orders' })).toMatchObject({ status: 200 })
  })
})
