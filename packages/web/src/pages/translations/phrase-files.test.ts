import { describe, expect, it, test } from 'vitest'
import { phrasesToDownload, readPhrases, untranslated, writePhrases } from './phrase-files.ts'

const sources = {
  texts: ['Revenue', 'Orders', 'Region', 'Stores'],
  own: { Revenue: 'Umsatz', Gone: 'Fort', Orders: 'Orders' },
  inherited: { Revenue: 'Erlös', Region: 'Gebiet' },
}

describe('a download', () => {
  it('of the file is the file of the workbook alone', () => {
    expect(phrasesToDownload('file', sources)).toEqual(sources.own)
  })

  it('of the untranslated texts has those of the workbook that no file translates', () => {
    expect(phrasesToDownload('untranslated', sources)).toEqual({ Orders: 'Orders', Stores: 'Stores' })
  })

  it('of all texts keeps the order of the file, and has new texts at its end', () => {
    expect(Object.entries(phrasesToDownload('all', sources))).toEqual([
      ['Revenue', 'Umsatz'],
      ['Gone', 'Fort'],
      ['Orders', 'Orders'],
      ['Region', 'Gebiet'],
      ['Stores', 'Stores'],
    ])
  })
})

test.each([
  ['{"Revenue": "Umsatz"}', { translations: { Revenue: 'Umsatz' } }],
  ['\uFEFF{}', { translations: {} }],
  ['{"Revenue": "Umsatz",}', { problem: 'json' }],
  ['', { problem: 'json' }],
  ['["Umsatz"]', { problem: 'shape' }],
  ['null', { problem: 'shape' }],
  ['{"a": "b", "Revenue": {"de": "Umsatz"}}', { problem: 'value', key: 'Revenue' }],
])('%j is read', (text, read) => expect(readPhrases(text)).toEqual(read))

test('a file that was written is read as it was', () => {
  const file = untranslated(['Revenue', 'A "quoted" text\nof two lines'])
  expect(readPhrases(writePhrases(file))).toEqual({ translations: file })
})
