import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { ScheduleDelivery } from '@octavo/core/contract'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import type { Role } from '../testing.ts'
import { csv, filesIn, hourMs, unzipped, useScheduleRuns } from './testing-schedule-runs.ts'

describeStores('files of scheduled exports', (openStore) => {
  const { setup, ask, path, schedule, remove, runsOf, shown, toNextHour, work } = useScheduleRuns(openStore)

  test('control values, archives and merged spreadsheets', async () => {
    const status = { type: 'text-list', value: [{ type: 'text', value: 'returned' }] }
    const xlsx = (elementId: string) => ({
      formatOptions: { type: 'XLSX' },
      workbookExportSource: { type: 'element', elementIds: [elementId] },
    })
    const id = await schedule({
      workbookSettings: { controlValues: { 'Status-Pick': status } },
      exportAttachments: [csv, csv, xlsx('orders'), xlsx('bars')],
      attachmentSettings: { zipAttachments: true, mergeAttachments: true },
      includeLink: false,
    })
    expect((await shown(id))?.configV2).toMatchObject({
      dynamicExportSettings: { variables: { 'Status-Pick': { type: 'text-list' } } },
      dashboardSettings: { variableValues: { 'Status-Pick': { type: 'text-list', value: ['returned'] } } },
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const files = filesIn(setup().mails[0])
    expect([...files.keys()]).toEqual(['merged-report.zip'])
    const archive = unzipped(files.get('merged-report.zip') ?? Buffer.alloc(0))
    expect([...archive.keys()]).toEqual([
      'Store sales - Orders.csv',
      'Store sales - Orders (2).csv',
      'Store sales.xlsx',
    ])
    expect(archive.get('Store sales - Orders.csv')?.split('\r\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^3,2026-05-03,returned,web,builder@/),
    ])
    expect(setup().mails[0]?.raw).not.toContain('/workbook/')
    await remove(id)
  })

  test('PDFs are merged in order, and the mail shows the first sheet', { timeout: 300_000 }, async () => {
    const pdf = (elementId: string) => ({
      formatOptions: { type: 'PDF', layout: 'landscape', pageSize: 'a4' },
      workbookExportSource: { type: 'element', elementIds: [elementId] },
    })
    const id = await schedule({
      messageBody: 'Good <morning>',
      // The picture shows the first sheet only, however many there are.
      exportAttachments: [csv, ...['orders', 'bars', 'orders', 'bars', 'orders', 'bars'].map(pdf)],
      attachmentSettings: { mergeAttachments: true },
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const [mail] = setup().mails
    const files = filesIn(mail)
    expect([...files.keys()]).toEqual(['Store sales - Orders.csv', 'Store sales.pdf'])
    const whole = files.get('Store sales.pdf')?.toString('latin1') ?? ''
    expect(whole.startsWith('%PDF-')).toBe(true)
    // One sheet for each element.
    expect(/\/Type\s*\/Pages\b[^>]*\/Count (\d+)/s.exec(whole)?.[1]).toBe('6')
    const raw = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(raw).toContain('Good &lt;morning&gt;')
    expect(raw).toContain('<img src="cid:picture@octavo" alt="Store sales.png"')
    const [, picture = ''] =
      /content-id: <picture@octavo>(?:\r\n[^\r\n]+)*\r\n\r\n(.*?)\r\n--/is.exec(mail?.raw ?? '') ?? []
    const png = Buffer.from(picture, 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    // The requested width, with the proportions of the sheet.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 848])
    const [run] = await runsOf(id)
    const sent = await ask('builder', 'GET', `${path()}/${id}/runs/${run?.deliveryId}/deliveries`)
    const [delivery] = (sent.body as { entries: ScheduleDelivery[] }).entries
    expect(delivery?.files.map(({ name }) => name)).toEqual(['Store sales - Orders.csv', 'Store sales.pdf'])
    await remove(id)
  })

  test('a mail is sent without the picture of a PDF that cannot be drawn, and mentions it', {
    timeout: 300_000,
  }, async () => {
    const id = await schedule({
      exportAttachments: [
        {
          formatOptions: { type: 'PDF', layout: 'portrait' },
          workbookExportSource: { type: 'page', pageIds: ['torn'] },
        },
      ],
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success', reason: null }])
    expect(setup().mails).toHaveLength(1)
    const [mail] = setup().mails
    const files = filesIn(mail)
    expect([...files.keys()]).toEqual(['Store sales - Torn.pdf'])
    expect(files.get('Store sales - Torn.pdf')?.toString('latin1', 0, 5)).toBe('%PDF-')
    const raw = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(raw).not.toContain('cid:picture@octavo')
    expect(raw).toContain('There is no picture of the first sheet.')
    await remove(id)
  })

  test('spreadsheets merge labels and describe how they were made; other files are unchanged', async () => {
    const of = (type: string) => ({
      formatOptions: { type },
      workbookExportSource: { type: 'element', elementIds: ['crossed'] },
    })
    const id = await schedule({
      exportAttachments: [of('XLSX'), of('CSV')],
      formatting: { pivotHeaderStyle: 'merged', includeMetadata: true },
    })
    expect((await shown(id))?.configV2).toMatchObject({ formatting: { pivotHeaderStyle: 'merged' } })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const files = filesIn(setup().mails[0])
    const repeated = files.get('Store sales - Crossed.csv')?.toString().trim().split('\r\n').slice(1) ?? []
    const channels = repeated.map((row) => row.split(',')[0] ?? '')
    expect(new Set(channels).size).toBeLessThan(channels.length)
    const { sheets } = await readXlsx(files.get('Store sales - Crossed.xlsx') ?? Buffer.alloc(0))
    expect(sheets.map(({ name }) => name)).toEqual(['Crossed', 'Metadata'])
    const once = channels.map((channel, at) => (channel === channels[at - 1] ? null : channel || null))
    expect(sheets[0]?.rows.slice(1).map(([channel]) => channel)).toEqual(once)
    expect(sheets[0]?.merges?.every(({ startCol, endCol }) => startCol === 0 && endCol === 0)).toBe(true)
    expect(sheets[1]?.rows[1]?.[0]).toBe('Store sales')
    expect(sheets[1]?.rows[1]?.[3]).toContain(`<${setup().platform.people.builder.email}>`)
    await remove(id)
  })

  test('a picture of an element has the size in the schedule', { timeout: 120_000 }, async () => {
    const id = await schedule({
      exportAttachments: [
        {
          formatOptions: { type: 'PNG', pixelWidth: 640, pixelHeight: null },
          workbookExportSource: { type: 'element', elementIds: ['bars'] },
        },
      ],
    })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    const [[name, picture] = ['', Buffer.alloc(0)]] = filesIn(setup().mails[0])
    expect(name).toMatch(/^Store sales - .*\.png$/)
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(picture.readUInt32BE(16)).toBe(640)
    await remove(id)
  })

  test('a column with an error stops the run with its message, or is named in the message when the schedule allows it', async () => {
    const builder = await setup().documents.viewer('builder')
    const read = await setup().documents.specs.get(builder, 'workbook', setup().workbookId, {}, 'http://localhost')
    const spec = structuredClone(read.spec)
    const { pages } = spec as { pages: { elements: { id: string; columns?: { id: string; formula: string }[] }[] }[] }
    const orders = pages.flatMap(({ elements }) => elements).find(({ id }) => id === 'orders')
    const status = orders?.columns?.find(({ formula }) => formula === '[ORDERS/STATUS]')
    if (!status) throw new Error('The orders have a status.')
    status.formula = '[ORDERS/NOT_THERE]'
    const made = await setup().documents.specs.create(builder, 'workbook', {
      ...spec,
      name: 'Broken',
      folderId: spec.folderId,
    })
    const sound = setup().workbookId
    setup().workbookId = made.record.inode.id
    try {
      const failing = await schedule()
      const lenient = await schedule({ attachmentSettings: { leaveOutFailedColumns: true } })
      expect(await shown(lenient)).toMatchObject({
        configV2: { attachmentSettings: { leaveOutFailedColumns: true } },
      })
      toNextHour()
      await work()
      expect(await runsOf(failing)).toMatchObject([{ state: 'error', reason: expect.stringContaining('"Status"') }])
      expect(await runsOf(lenient)).toMatchObject([{ state: 'success' }])
      const sent = setup().mails.filter(({ subject }) => subject === 'Orders')
      expect(sent).toHaveLength(1)
      expect(sent[0]?.raw.replace(/=\r\n/g, '')).toContain('lacks a column. The column "Status" has an error:')
      const [file] = filesIn(sent[0]).values()
      expect(file?.toString().split('\r\n')[0]).toBe('Order Id,Order Date,Channel,Who')
    } finally {
      await ask('admin', 'DELETE', `/v2/files/${setup().workbookId}`)
      await ask('admin', 'DELETE', `/v2/files/${setup().workbookId}?purge=true`)
      setup().workbookId = sound
    }
  })

  test('the version with its tag is sent', async () => {
    const { body: tag } = await ask('admin', 'POST', '/v2/tags', { name: 'Sent', color: 'cyan' })
    await ask('admin', 'POST', '/v2/workbooks/tag', { workbookId: setup().workbookId, tag: 'Sent' })
    const tagId = (tag as { versionTagId: string }).versionTagId
    const id = await schedule({ workbookVariant: { tagId } }, { as: 'admin' })
    expect((await shown(id))?.configV2.workbookVariant).toEqual({ tagId })
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'success' }])
    await ask('admin', 'DELETE', `/v2/workbooks/${setup().workbookId}/tags/${tagId}`)
    toNextHour()
    await work()
    expect(await runsOf(id)).toMatchObject([{ state: 'error', reason: expect.stringContaining('tag') }, {}])
    expect(setup().mails.filter(({ subject }) => subject === 'Orders')).toHaveLength(1)
    await remove(id)
  })

  test('the content of a view is sent, and the link opens the view', async () => {
    const viewsPath = `/v2/workbooks/${setup().workbookId}/customViews`
    const edits = [{ op: 'remove', at: ['elements', { id: 'orders' }, 'columns'], id: 'o-who' }]
    const made = async (status: string) => {
      const { body } = await ask('builder', 'POST', viewsPath, {
        workbookVersion: 1,
        edits,
        controls: { 'Status-Pick': status },
      })
      return (body as { exploreKey: string }).exploreKey
    }
    const exploreKey = await made('shipped')
    const bookmark = (await ask('builder', 'POST', `/v2/workbooks/${setup().workbookId}/bookmarks`, {
      workbookVersion: 1,
      name: 'Shipped',
      isShared: false,
      exploreKey,
    })) as { body: { bookmarkId: string } }
    const { bookmarkId } = bookmark.body
    const saved = await schedule({ title: 'Saved', workbookVariant: { bookmarkId } })
    const custom = await schedule({ title: 'Custom', workbookVariant: { exploreKey: await made('returned') } })
    const { analyst } = setup().platform.people
    const burst = await schedule(
      { title: 'Burst', runAsRecipient: true, workbookVariant: { bookmarkId } },
      { target: [{ email: analyst.email }] },
    )
    expect((await shown(saved))?.configV2.workbookVariant).toEqual({ bookmarkId })
    toNextHour()
    await work()
    const fileOf = (title: string) =>
      filesIn(setup().mails.find(({ subject }) => subject === title))
        .get('Store sales - Orders.csv')
        ?.toString()
        .replace(/^\ufeff/, '')
        .trim()
    expect(fileOf('Saved')).toBe('Order Id,Order Date,Status,Channel\r\n4,2026-06-01,shipped,app')
    expect(fileOf('Custom')).toBe('Order Id,Order Date,Status,Channel\r\n3,2026-05-03,returned,web')
    const mail = setup()
      .mails.find(({ subject }) => subject === 'Saved')
      ?.raw.replace(/=\r\n/g, '')
    expect(mail?.replaceAll('=3D', '=')).toContain(`?:savedView=${bookmarkId}`)
    expect(await runsOf(burst)).toMatchObject([
      { state: 'error', reason: expect.stringContaining(`${analyst.email} may not open the view`) },
    ])

    await ask('builder', 'PATCH', `/v2/workbooks/${setup().workbookId}/bookmarks/${bookmarkId}`, { isShared: true })
    toNextHour()
    await work()
    expect((await runsOf(burst))[0]).toMatchObject({ state: 'success' })
    await ask('builder', 'DELETE', `/v2/workbooks/${setup().workbookId}/bookmarks/${bookmarkId}`)
    toNextHour()
    await work()
    expect((await runsOf(saved))[0]).toMatchObject({ state: 'error', reason: expect.stringContaining('saved view') })
    for (const id of [saved, custom, burst]) await remove(id)
  })

  test('sent files can be downloaded for seven days by the members whose rows they contain; then only checksums remain', async () => {
    const id = await schedule()
    const { analyst } = setup().platform.people
    const ofOther = await schedule({ runAsRecipient: true }, { target: [{ email: analyst.email }] })
    toNextHour()
    await work()
    const at = async (of: string) => `${path()}/${of}/runs/${(await runsOf(of))[0]?.deliveryId}`
    const filesOf = async (of: string) => {
      const { body } = await ask('builder', 'GET', `${await at(of)}/deliveries`)
      return (body as { entries: ScheduleDelivery[] }).entries.flatMap(({ files }) => files)
    }
    const fetched = async (as: Role, of: string) => ask(as, 'GET', `${await at(of)}/files/0`)
    const content = filesIn(setup().mails.find(({ to }) => to.includes('reader@example.com'))).get(
      'Store sales - Orders.csv',
    )
    const sha256 = createHash('sha256')
      .update(content ?? '')
      .digest('hex')
    const sent = { fileId: '0', name: 'Store sales - Orders.csv', sizeBytes: content?.byteLength, sha256 }
    expect(await filesOf(id)).toMatchObject([{ ...sent, isKept: true }])
    const own = await fetched('builder', id)
    expect(own.status, own.text).toBe(200)
    expect(own.text.replace(/^\ufeff/, '')).toBe(content?.toString().replace(/^\ufeff/, ''))
    expect((await fetched('admin', id)).text).toBe(own.text)
    expect((await fetched('builder', ofOther)).status).toBe(403)
    expect((await fetched('admin', ofOther)).text).toContain(analyst.email)
    expect((await ask('builder', 'GET', `${await at(id)}/files/1`)).status).toBe(404)

    setup().platform.clock.advance(7 * 24 * hourMs)
    expect((await fetched('builder', id)).status).toBe(404)
    await ask('builder', 'PATCH', `${path()}/${id}`, { suspensionAction: 'pause' })
    await ask('builder', 'PATCH', `${path()}/${ofOther}`, { suspensionAction: 'pause' })
    const [first] = (await runsOf(id)).slice(-1)
    expect(readdirSync(`${setup().platform.dataDir}/blobs/schedules`)).toContain(`${first?.deliveryId}.0`)
    await work()
    expect(readdirSync(`${setup().platform.dataDir}/blobs/schedules`)).not.toContain(`${first?.deliveryId}.0`)
    expect(await filesOf(id)).toMatchObject([{ ...sent, isKept: false }])
    for (const each of [id, ofOther]) await remove(each)
  })
})
