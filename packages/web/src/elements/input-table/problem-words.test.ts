import { cellProblemCodes, cellProblemText, editStopCodes, editStopText } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import german from '../../i18n/de/input-tables.json' with { type: 'json' }
import { i18n } from '../../i18n/index.ts'
import english from '../../i18n/input-tables.json' with { type: 'json' }
import { refusalText } from './refusals.ts'

test('the app words every refused cell, row and change, in English as the API does', () => {
  const values = { value: '{{value}}', bound: '{{bound}}' }
  const ofApi = Object.fromEntries(cellProblemCodes.map((code) => [code, cellProblemText({ code, values })]))
  expect(english.problem).toEqual(ofApi)
})

test('the app words every reason of ours why a connection takes no changes', () => {
  const ofApi = Object.fromEntries(editStopCodes.map((code) => [code, editStopText(code, '{{value}}')]))
  expect(english.stop).toEqual(ofApi)
})

test('refused changes are in the language of the interface', () => {
  i18n.addResourceBundle('de', 'inputTables', german)
  const words = (code: string, details: object) =>
    refusalText(i18n.getFixedT('de', 'inputTables'), new ApiError(400, { code, message: 'English', details }))
  const problems = [
    { path: 'elementId', code: 'table_full', values: { value: '100,000', bound: '8' }, message: 'English' },
  ]
  expect(words('invalid_request', { problems })).toBe(
    'Die Tabelle würde zu groß: Eine Eingabetabelle hat höchstens 100,000 Zeilen und 8 MiB.',
  )
  expect(words('edits_stopped', { connection: 'Shop', reason: editStopText('schema_left', 'notes') })).toMatch(
    /^Bearbeiten nicht möglich\. .*Schema „notes“, in das sie nicht mehr schreibt/,
  )
  expect(words('edits_stopped', { connection: 'Shop', reason: 'ERROR: disk full' })).toContain('ERROR: disk full')
  expect(words('row_conflict', { rows: [] })).toBe(german.conflict.failed)
  expect(words('forbidden', { reason: 'English' })).toBe(german.notAllowed)
  const compared = [{ path: 'elementId', code: 'rows_compared', message: 'English' }]
  expect(words('forbidden', { problems: compared })).toBe(german.problem.rows_compared)
  expect(words('rate_limited', {})).toBeUndefined()
})
