import { expect, test } from 'vitest'
import { readFormN } from './codecs/form-n.ts'
import { sequencesOf } from './sequences.ts'
import { parseTemplate } from './template.ts'
import { messageTexts, readsSequence, textFormulas, withoutHoles, withTexts } from './text-formulas.ts'

const toast = { title: 'Of {{[A]}} and {{ Sum([B/C]) | ,.2f }}', message: '{{"}}" & [A]}}!', x: '{{[No]}}' }

test('the formulas of texts are found by the text and the number of the hole', () => {
  expect(textFormulas(toast, messageTexts)).toEqual([
    { path: 'title[0]', formula: '[A]', format: null },
    { path: 'title[1]', formula: 'Sum([B/C])', format: ',.2f' },
    { path: 'message[0]', formula: '"}}" & [A]', format: null },
  ])
  expect(textFormulas({ title: 'plain' }, messageTexts)).toEqual([])
})

test('results replace the holes; a hole without a result is unchanged', () => {
  const written = withTexts(toast, messageTexts, ({ path }) => (path === 'title[1]' ? undefined : `<${path}>`))
  expect(written).toEqual({
    title: 'Of <title[0]> and {{ Sum([B/C]) | ,.2f }}',
    message: '<message[0]>!',
    x: '{{[No]}}',
  })
  expect(
    textFormulas(
      withTexts(toast, messageTexts, () => undefined),
      messageTexts,
    ),
  ).toEqual(textFormulas(toast, messageTexts))
})

test.each(['{{[Salary]}}', '{[Salary]}', '[Salary]}}', '{{{[Salary]}}}', '{', '}'])(
  'a value never becomes a formula: %s',
  (value) => {
    for (const text of [`${withoutHoles(value)}`, `a${withoutHoles(value)}${withoutHoles(value)}`]) {
      expect(parseTemplate(text)).toEqual([text])
      expect(parseTemplate(`${text}{{[A]}}`)).toMatchObject([text, { formula: '[A]' }])
    }
    expect(withoutHoles(value).replaceAll('\u2060', '')).toBe(value)
  },
)

test('some formulas name a selected value, the error or the result of a step', () => {
  const effects = [
    { effect: 'call-api', apiConnectorId: 'c', name: 'Booked' },
    { effect: 'call-api', apiConnectorId: 'c', name: 'Who' },
  ]
  const { document } = readFormN({
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'P',
        elements: [
          { id: 'who', kind: 'control', controlType: 'text', mode: 'equals', controlId: 'Who' },
          { id: 'go', kind: 'button', text: 'Go', actions: [{ id: 'a', trigger: 'on-click', effects }] },
        ],
      },
    ],
  })
  const [sequence] = sequencesOf(document)
  if (!sequence) throw new Error('There is no sequence.')
  const reads = (formula: string) => readsSequence(formula, sequence, document)
  for (const formula of ['[Selection/Net]', '[error/message]', 'Upper([booked])', '1 + [Selection/Net] + Sum([O/N])']) {
    expect(reads(formula), formula).toBe(true)
  }
  for (const formula of ['[Who]', 'Sum([Orders/Net])', '"[Booked]"', '[Other]'])
    expect(reads(formula), formula).toBe(false)
})
