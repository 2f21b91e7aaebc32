import { auditCategories, auditEventTypes } from '@octavo/core/contract'
import { expect, it } from 'vitest'
import { inWords } from './trail-columns.ts'

it.each([
  ['PUBLIC_API', 'Public API'],
  ['API_CONNECTOR_CALLED', 'API connector called'],
  ['CSV_UPLOADED', 'CSV uploaded'],
  ['WORKBOOK_CREATED', 'Workbook created'],
])('%s is "%s" in the usage dashboards', (code, words) => {
  expect(inWords(code)).toBe(words)
})

it('spells abbreviations and names as people write them, in every category and event', () => {
  const texts = [...auditCategories, ...auditEventTypes].map(inWords)
  expect(texts.filter((text) => /\b(Api|api|Csv|csv|Dbt|slack)\b/.test(text))).toEqual([])
  expect(new Set(texts).size).toBe(texts.length)
})
