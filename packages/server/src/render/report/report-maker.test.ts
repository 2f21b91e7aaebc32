import { readFormN } from '@octavo/core/document'
import { afterAll, expect, test } from 'vitest'
import { createReportMaker, whyItFailed } from './report-maker.ts'
import type { ReportOrder } from './report-order.ts'

test.each([
  [{ platform: 'linux', arch: 'x64' }, 'Typesetting the report failed.'],
  [
    { platform: 'darwin', arch: 'arm64' },
    'PDF and PNG files are made by servers on Linux x64. This one runs on darwin arm64.',
  ],
])('a report process that does not start on %j fails with the reason', (platform, reason) => {
  expect(whyItFailed(platform)).toBe(reason)
})

const maker = createReportMaker()
afterAll(() => maker.close())

const { signal } = new AbortController()
const picture = { kind: 'png', width: null, height: null, scale: 1 } as const
const sheet = { kind: 'pdf', layout: 'portrait', pageSize: 'a4' } as const
/** The library that draws the pixels crashes on this shape. */
const farAway =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><g opacity="0.5" transform="translate(36 -14806888)"><circle r="20"/></g></svg>'

/** A page with words, and an image that is `file`. */
function orderOf(paper: ReportOrder['paper'], file?: string): ReportOrder {
  const words = { id: 'words', kind: 'text', body: 'Some words' }
  const image = { id: 'image', kind: 'image', source: { kind: 'upload', key: 'picture' }, alt: 'A picture' }
  const { document, problems } = readFormN({
    name: 'Report',
    folderId: '22222222-2222-4222-8222-222222222222',
    schemaVersion: 1,
    pages: [{ id: 'page', name: 'Page', elements: file === undefined ? [words] : [words, image] }],
  })
  expect(problems).toEqual([])
  return {
    ...{ title: 'Report', edition: 'Version 1', madeAt: 0, zone: 'UTC', locale: null, paper, theme: 'light', document },
    ...{ shown: { pageIds: ['page'] }, further: [], hasPreview: false, controls: {}, data: new Map(), logo: null },
    pictures: new Map(file === undefined ? [] : [['picture', new Uint8Array(Buffer.from(file))]]),
  }
}

test('a report in progress fails with the reason when its process is killed; waiting and later ones do not', async () => {
  const killed = maker.make(orderOf(picture), signal)
  const waiting = maker.make(orderOf(picture), signal)
  const pid = maker.pid()
  if (pid === null) throw new Error('No process was started.')
  process.kill(pid, 'SIGKILL')
  const reason = 'The process that draws reports ended while it drew this one (SIGKILL).'
  await expect(killed).rejects.toMatchObject({ code: 'export_failed', details: { reason } })
  expect((await waiting).pageCount).toBe(1)
  expect(maker.pid()).not.toBe(pid)
  const kept = maker.pid()
  expect((await maker.make(orderOf(picture), signal)).pageCount).toBe(1)
  expect(maker.pid()).toBe(kept)
}, 300_000)

test('a shape that crashes the drawing library fails only its picture, and a PDF loses only its preview', async () => {
  const hostile = maker.make(orderOf(picture, farAway), signal)
  const reason = 'The process that draws reports ended while it drew this one (SIGABRT).'
  await expect(hostile).rejects.toMatchObject({ code: 'export_failed', details: { reason } })
  const report = await maker.make({ ...orderOf(sheet, farAway), hasPreview: true }, signal)
  expect(Buffer.from(report.file).toString('latin1', 0, 4)).toBe('%PDF')
  expect(report.preview).toBeUndefined()
  expect(report.leftOut).toEqual([`There is no picture of the first sheet. The export failed: ${reason}`])
}, 300_000)

test('a process that exceeds its memory is ended, with the reason', async () => {
  const small = createReportMaker({ residentLimitMb: 1 })
  const made = small.make(orderOf(picture), signal)
  const reason = 'Typesetting the report took more memory than the limit of 1 MB.'
  await expect(made).rejects.toMatchObject({ code: 'export_failed', details: { reason } })
  await small.close()
}, 300_000)

test('an aborted report ends its process, and the next one is drawn by another', async () => {
  const abort = new AbortController()
  const made = maker.make(orderOf(picture), abort.signal)
  const pid = maker.pid()
  abort.abort(new Error('not needed'))
  await expect(made).rejects.toThrow('not needed')
  const { preview } = await maker.make({ ...orderOf(sheet), hasPreview: true }, signal)
  expect(Buffer.from(preview ?? []).toString('latin1', 1, 4)).toBe('PNG')
  expect(maker.pid()).not.toBe(pid)
}, 300_000)
