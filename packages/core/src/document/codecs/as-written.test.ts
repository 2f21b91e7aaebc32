import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bindFormulas } from '../bindings.ts'
import { applyEdits } from '../edits/index.ts'
import { keepExtras } from '../keep-extras.ts'
import { deserializeDocument, serializeDocument } from '../storage.ts'
import { barsOf, ordersTable, workbookWith } from '../testing/examples.ts'
import { applyAll, manyPicks } from '../testing/random-edits.ts'
import { documentPart, exampleBodies, type SpelledBody, someSpelledBody } from '../testing/random-spellings.ts'
import { rememberSpelling, writeAsWritten } from './as-written.ts'
import { validateDocument } from './validate.ts'

const runs = { numRuns: Number(process.env.OCTAVO_DEEP === '1' ? 20_000 : 200) }

/** A body as the store returns it: read, bound, serialized and read again. */
function stored({ body, kind }: SpelledBody) {
  const { document, problems } = validateDocument(body, kind)
  expect(problems).toEqual([])
  return deserializeDocument(serializeDocument(bindFormulas(rememberSpelling(document, body))))
}

function partAsWritten(form: SpelledBody['form'], document: ReturnType<typeof stored>) {
  return documentPart({ form, body: writeAsWritten(document) })
}

describe('a document is read back as it was written', { timeout: 120_000 }, () => {
  test.each(exampleBodies.map((example, index) => [`${index}: ${example.kind} in form ${example.form}`, example]))(
    'example %s',
    (_title, example) => {
      expect(partAsWritten(example.form, stored(example))).toEqual(documentPart(example))
    },
  )

  test('in any spelling', () => {
    fc.assert(
      fc.property(someSpelledBody, (spelled) => {
        expect(partAsWritten(spelled.form, stored(spelled))).toEqual(documentPart(spelled))
      }),
      runs,
    )
  })

  test('after edits in the app it keeps its form and has the new content', () => {
    fc.assert(
      fc.property(someSpelledBody, manyPicks, (spelled, picks) => {
        const { document } = applyAll(stored(spelled), picks)
        const { written: _, ...plain } = document
        const answer = writeAsWritten(document)
        const canonical = writeAsWritten(plain, spelled.form)
        expect(document.written?.form).toBe(spelled.form)
        const reread = (body: Record<string, unknown>) => {
          const { document: read, problems } = validateDocument(body, spelled.kind)
          return { read, problems: problems.map(({ message }) => message).sort() }
        }
        expect(reread(answer)).toEqual(reread(canonical))
      }),
      runs,
    )
  })
})

describe('a changed part has the spelling of the codec', () => {
  const layout =
    '<Page id="p1" type="grid"><!-- ours --><Element elementId="orders" gridColumn="1/25" gridRow="1/9"/>\n</Page>'
  const pie = barsOf({ id: 'pie', kind: 'pie-chart', value: { columnId: 'b-y' }, xAxis: undefined, yAxis: undefined })
  const body = JSON.parse(JSON.stringify(workbookWith([ordersTable(), pie], { layout })))
  const { document } = validateDocument(body)
  const written = rememberSpelling(document, body)
  const elementOf = (edited: typeof written, index: number) => {
    const { pages } = writeAsWritten(edited) as { pages: { elements: Record<string, unknown>[] }[] }
    return pages[0]?.elements[index]
  }

  test('a pointer with a new target', () => {
    const { document: edited } = applyEdits(written, [
      { op: 'set', at: ['elements', { id: 'pie' }, 'value', 'columnId'], value: 'b-x' },
    ])
    expect(elementOf(written, 1)?.value).toEqual({ columnId: 'b-y' })
    expect(elementOf(edited, 1)?.value).toEqual({ id: 'b-x' })
    expect(writeAsWritten(edited).layout).toBe(layout)
  })

  test('a layout in which an element moved; pointers keep their spelling', () => {
    const { document: edited } = applyEdits(written, [
      { op: 'set', at: ['places', { id: 'orders' }, 'row'], value: { start: 1, end: 12 } },
    ])
    expect(writeAsWritten(written).layout).toBe(layout)
    expect(writeAsWritten(edited).layout).toContain('<LayoutElement elementId="orders"')
    expect(elementOf(edited, 1)?.value).toEqual({ columnId: 'b-y' })
  })

  test('another requested form, and `x` that the body omits', () => {
    expect(writeAsWritten(written, 'C').contents).toMatchObject({ layout: expect.stringContaining('<Element ') })
    const { document: coloured } = applyEdits(written, [{ op: 'set', at: ['x'], value: { categoryColors: { a: 1 } } }])
    const again = keepExtras(coloured, rememberSpelling(validateDocument(body).document, body), 'N')
    expect(writeAsWritten(again)).toMatchObject({ layout, x: { categoryColors: { a: 1 } } })
  })
})
