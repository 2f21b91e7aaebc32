import { expect, test } from 'vitest'
import { bindFormulas } from './bindings.ts'
import { readFormN } from './codecs/form-n.ts'
import { deserializeDocument, serializeDocument } from './storage.ts'
import { controlOf, examples, workbookWith } from './testing/examples.ts'

test('a stored document is read back to the byte', () => {
  const document = bindFormulas(readFormN(examples.workbookRich).document)
  const text = serializeDocument(document)
  expect(deserializeDocument(text)).toEqual(document)
  expect(serializeDocument(deserializeDocument(text))).toBe(text)
})

test('a document of a newer program is refused', () => {
  expect(() => deserializeDocument('{"formatVersion":3}')).toThrow('format version 3')
})

test('a document of a version without a migration is refused', () => {
  expect(() => deserializeDocument('{"formatVersion":0}')).toThrow('No migration from document format version 0')
})

test('a document of version 1 gets its control ids in images and embeds as dynamic text, with bindings', () => {
  const control = controlOf({ controlType: 'text', mode: 'equals', controlId: 'Status-Pick' })
  const site = (text: string) => `https://example.com/{{[Other-Pick]}}/${text}?a={{Amount}}`
  const workbook = (text: string) =>
    workbookWith([
      control,
      { ...control, id: 'other', controlId: 'Other-Pick' },
      { id: 'e', kind: 'embed', url: site(text) },
      { id: 'i', kind: 'image', source: { kind: 'url', url: site(text) } },
      { id: 'd', kind: 'embed', url: 'https://example.com/plain' },
    ])
  const expected = bindFormulas(readFormN(workbook('{{[Status-Pick]}}')).document)
  const { bindings, ...old } = readFormN(workbook('{{Status-Pick}}')).document
  const first = { e: { url: [{ ...expected.bindings.e?.url?.[0] }] } }
  const stored = { ...old, formatVersion: 1, bindings: { ...bindings, ...first } }
  expect(deserializeDocument(JSON.stringify(stored))).toEqual(expected)
})
