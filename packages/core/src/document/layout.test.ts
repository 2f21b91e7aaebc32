import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LayoutGrid, LayoutNode, LayoutRoot } from './api.ts'
import { parseLayout, printLayout } from './layout.ts'

const span = fc
  .record({ start: fc.integer({ min: 1, max: 40 }), length: fc.integer({ min: 1, max: 30 }) })
  .map(({ start, length }) => ({ start, end: start + length }))
const id = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
  .filter((value) => /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]+$/u.test(value))

const { grid } = fc.letrec<{ grid: LayoutGrid; node: LayoutNode }>((tie) => ({
  grid: fc.record({ columns: fc.constantFrom(1, 6, 12, 24), children: fc.array(tie('node'), { maxLength: 3 }) }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ elementId: id, column: span, row: span, tag: fc.constant('Element' as const) }),
    fc
      .tuple(fc.record({ elementId: id, column: span, row: span, tag: fc.constant('Container' as const) }), tie('grid'))
      .map(([place, inner]) => ({ ...place, ...inner })),
    fc.record({
      elementId: id,
      column: span,
      row: span,
      tag: fc.constant('TabbedContainer' as const),
      tabs: fc.array(tie('grid'), { maxLength: 2 }),
    }),
  ),
}))
const root: fc.Arbitrary<LayoutRoot> = fc
  .tuple(fc.constantFrom('Page' as const, 'Panel' as const), id, grid)
  .map(([tag, rootId, inner]) => ({ tag, id: rootId, ...inner }))

test.each(['N', 'C'] as const)('form %s: a printed layout reads as the same tree', (spelling) => {
  fc.assert(
    fc.property(fc.array(root, { maxLength: 3 }), (roots) => {
      const read = parseLayout(printLayout(roots, spelling))
      expect(read).toEqual({ roots, problems: [], warnings: [] })
    }),
    { numRuns: 200 },
  )
})

test('blocks with repeated declarations, both spellings and headers of containers are read alike', () => {
  const text = `<?xml version="1.0"?><Page id="a"><Element elementId="e" gridColumn="1/3" gridRow=" 1 / 2 "/></Page>
    <?xml version="1.0" encoding="utf-8"?><Page id="b"><GridContainer type="header" elementId="c" gridColumn="1 / 3" gridRow="1 / 2" gridTemplateColumns="1fr 1fr"/></Page>`
  expect(parseLayout(text)).toEqual({
    problems: [],
    warnings: [],
    roots: [
      {
        tag: 'Page',
        id: 'a',
        columns: 24,
        children: [{ tag: 'Element', elementId: 'e', column: { start: 1, end: 3 }, row: { start: 1, end: 2 } }],
      },
      {
        tag: 'Page',
        id: 'b',
        columns: 24,
        children: [
          {
            tag: 'Container',
            elementId: 'c',
            column: { start: 1, end: 3 },
            row: { start: 1, end: 2 },
            columns: 2,
            children: [],
          },
        ],
      },
    ],
  })
})

describe('hostile and broken layouts are one problem, not a crash', () => {
  test.each([
    ['a document type', '<!DOCTYPE Page [<!ENTITY a "aaaa">]><Page id="p"/>'],
    ['an entity', '<Page id="&boom;"/>'],
    ['an external entity', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Page id="p"/>'],
    ['a tag that is not closed', '<Page id="p">'],
    ['a way out of the wrapper', '</layout><layout>'],
    ['an attribute given twice', '<Page id="a" id="b"/>'],
    ['text between tags', '<Page id="p">hello</Page>'],
    ['something else than blocks', '<Element elementId="e" gridColumn="1 / 2" gridRow="1 / 2"/>'],
    ['ten thousand levels', '<Page id="p">'.repeat(10_000)],
    ['half a million open brackets', '<'.repeat(500_000)],
    ['many declarations that never end', '<?xml '.repeat(300_000)],
    ['five megabytes', ' '.repeat(5_000_000)],
  ])('%s', (_title, text) => {
    const { problems } = parseLayout(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.path).toBe('layout')
  })
})
