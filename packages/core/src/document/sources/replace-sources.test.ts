import { expect, test } from 'vitest'
import type { WorkbookDocument } from '../api.ts'
import { bindFormulas } from '../bindings.ts'
import { readFormC } from '../codecs/form-c.ts'
import { readFormN } from '../codecs/form-n.ts'
import { serializeDocument } from '../storage.ts'
import { examples } from '../testing/examples.ts'
import { outsideColumns, outsideSources } from './outside-sources.ts'
import { replaceSources } from './replace-sources.ts'

/** The document with every table and column renamed. */
function renamed(document: WorkbookDocument, name: (text: string) => string): WorkbookDocument {
  const { document: swapped } = replaceSources(document, {
    replace: (_, { source }) =>
      source.kind === 'warehouse-table' && Array.isArray(source.path)
        ? {
            source: { ...source, path: [...source.path.slice(0, -1), name(String(source.path.at(-1)))] },
            columnOf: name,
          }
        : null,
  })
  return bindFormulas(swapped, { previous: swapped })
}

const documents = Object.entries({
  workbookSmall: readFormN(examples.workbookSmall).document,
  workbookRich: readFormN(examples.workbookRich).document,
  workbookContents: readFormC(examples.workbookContents.contents).document,
})

test.each(documents)('%s: sources that are replaced and put back leave the document as it was', (_, read) => {
  const document = bindFormulas(read)
  const away = renamed(document, (text) => `${text} away`)
  expect(serializeDocument(away)).not.toBe(serializeDocument(document))
  expect(serializeDocument(renamed(away, (text) => text.replace(/ away$/, '')))).toBe(serializeDocument(document))
})

test.each(documents)('%s: every reference to a table is found again under its new names', (_, read) => {
  const document = bindFormulas(read)
  const namesIn = (of: WorkbookDocument) =>
    Object.values(of.elements).flatMap((element) =>
      outsideColumns(element, outsideSources(element))
        .filter(({ from }) => from.source.kind === 'warehouse-table')
        .map(({ path, column }) => `${element.id} ${path} ${column}`),
    )
  const before = namesIn(document)
  expect(before.length).toBeGreaterThan(0)
  expect(namesIn(renamed(document, (text) => `${text} away`))).toEqual(before.map((name) => `${name} away`))
})
