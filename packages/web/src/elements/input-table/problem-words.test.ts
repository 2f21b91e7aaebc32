import { cellProblemCodes, cellProblemText } from '@octavo/core/document'
import { expect, test } from 'vitest'
import english from '../../i18n/input-tables.json' with { type: 'json' }

test('the app words every refused cell, in English as the API does', () => {
  const values = { value: '{{value}}', bound: '{{bound}}' }
  const ofApi = Object.fromEntries(cellProblemCodes.map((code) => [code, cellProblemText({ code, values })]))
  expect(english.problem).toEqual(ofApi)
})
