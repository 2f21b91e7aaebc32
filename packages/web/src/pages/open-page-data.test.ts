import type { WorkbookDocument } from '@octavo/core/document'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseLocale } from '../i18n/index.ts'
import { loadWords } from '../load-part.ts'
import { openPageData } from './open-page-data.ts'

const message = 'Choose a value in "Year" first.'
const details = { reason: message, because: { rule: 'control_without_value', control: 'Year' } }
const lines = [
  { event: 'start', version: 1 },
  { event: 'error', elementId: 'sales', code: 'control_required', message, details },
  { event: 'end' },
]

beforeEach(() => {
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  vi.stubGlobal('fetch', async () => new Response(body))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: {} })
})
afterEach(async () => {
  chooseLocale({ member: 'en' })
  await loadWords()
  vi.unstubAllGlobals()
})

it.each([
  ['de', 'Wählen Sie zuerst einen Wert in „Year“.'],
  ['en', message],
])('shows the failure of an element in %s, and keeps the text of the server for hosts', async (locale, shown) => {
  chooseLocale({ member: locale })
  const element = { id: 'sales', kind: 'table' }
  const document = { kind: 'workbook', pages: [], elements: { sales: element }, overlays: [], panels: [] }
  const page = { id: 'p', elementIds: ['sales'] }
  const data = openPageData('w', document as unknown as WorkbookDocument, page)
  data.load({})
  await vi.waitFor(() => expect(data.element('sales').status).toBe('failed'))
  expect(data.element('sales').failure).toMatchObject({ code: 'control_required', message: shown, sent: message })
})
