import { expect, test } from 'vitest'
import { bindFormulas } from './bindings.ts'
import { readFormN } from './codecs/form-n.ts'
import { deserializeDocument, serializeDocument } from './storage.ts'
import { examples } from './testing/examples.ts'

test('a stored document is read back to the byte', () => {
  const document = bindFormulas(readFormN(examples.workbookRich).document)
  const text = serializeDocument(document)
  expect(deserializeDocument(text)).toEqual(document)
  expect(serializeDocument(deserializeDocument(text))).toBe(text)
})

test('a document of a newer program is refused', () => {
  expect(() => deserializeDocument('{"formatVersion":2}')).toThrow('format version 2')
})

test('a document of a version without a migration is refused', () => {
  expect(() => deserializeDocument('{"formatVersion":0}')).toThrow('No migration from document format version 0')
})
