import { expect, test } from 'vitest'
import { readFormN } from './codecs/form-n.ts'
import { translatableTexts, translateDocument } from './translate-document.ts'

const source = {
  kind: 'warehouse-table',
  connectionId: '11111111-1111-4111-8111-111111111111',
  path: ['RETAIL', 'PUBLIC', 'ORDERS'],
}
const { document } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p',
      name: 'Overview',
      elements: [
        {
          id: 't',
          kind: 'table',
          name: 'Orders',
          description: 'All orders',
          source,
          columns: [
            { id: 'a', formula: '[ORDERS/ORDER_DATE]' },
            { id: 'b', formula: '[ORDERS/AMOUNT]', name: 'Revenue', description: 'Without tax' },
          ],
        },
        { id: 'x', kind: 'text', body: 'Sum: {{Sum([Orders/Revenue])}}' },
        { id: 'y', kind: 'text', body: '  Orders  ' },
        { id: 'c', kind: 'control', controlType: 'text', controlId: 'search', name: 'Find', mode: 'equals' },
        { id: 'g', kind: 'button', text: 'Go' },
      ],
    },
  ],
})
const texts = [
  ...['Overview', 'Orders', 'All orders', 'Order Date', 'Revenue', 'Without tax', 'Find', 'Go'],
  'Sum: {{Sum([Orders/Revenue])}}',
]

test('the texts of a document are each listed once, columns by the name that readers see', () => {
  expect(translatableTexts(document).sort()).toEqual([...texts].sort())
})

test('every listed text but the names that columns have by themselves is translated in the document', () => {
  const phrases = new Map(translatableTexts(document).map((text) => [text, `${text}!`]))
  const both = translateDocument(translateDocument(document, phrases, 'dynamic'), phrases, 'plain')
  const shown = JSON.stringify(both)
  for (const text of texts.filter((each) => each !== 'Order Date')) {
    expect(shown).toContain(JSON.stringify(`${text}!`).slice(1, -1))
  }
})
