import { readFormN } from '@octavo/core/document'
import { expect, it } from 'vitest'
import type { DrawParts } from './draw-context.ts'
import type { Node } from './report-model.ts'
import { reportModel } from './report-model-of.ts'

const fonts = { textWidth: (text: string) => text.length * 6 }
const parts = { fonts, svg: () => '<svg/>', shapes: () => undefined } as unknown as DrawParts

/** The nodes of a page with a text in two containers, the outer one with a style. */
function nodesOf(style: object | undefined): Node[] {
  const elements = [
    { id: 'outer', kind: 'container', ...(style && { style }) },
    { id: 'inner', kind: 'container' },
    { id: 'words', kind: 'text', body: 'Some words' },
    { id: 'beside', kind: 'text', body: 'Other words' },
  ]
  const grid = 'type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto"'
  const box = (id: string, inside: string) =>
    `<GridContainer elementId="${id}" type="container" gridColumn="1 / 13" gridRow="1 / 13" gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto">${inside}</GridContainer>`
  const words = '<LayoutElement elementId="words" gridColumn="1 / 13" gridRow="1 / 7"/>'
  const beside = '<LayoutElement elementId="beside" gridColumn="13 / 25" gridRow="1 / 7"/>'
  const { document, problems } = readFormN({
    name: 'Report',
    folderId: '22222222-2222-4222-8222-222222222222',
    schemaVersion: 1,
    pages: [{ id: 'page', name: 'Page', elements }],
    layout: `<Page ${grid} id="page">${box('outer', box('inner', words))}${beside}</Page>`,
  })
  expect(problems).toEqual([])
  const { model } = reportModel(
    {
      ...{ title: 'Report', edition: 'Version 1', madeAt: 0, zone: 'UTC', locale: null, theme: 'light', document },
      ...{ paper: { kind: 'pdf', layout: 'portrait', pageSize: 'a4' }, shown: { pageIds: ['page'] }, further: [] },
      ...{ hasPreview: false, controls: {}, data: new Map(), logo: null, pictures: new Map() },
    },
    parts,
    () => {},
  )
  const within = (node: Node): Node[] => [
    node,
    ...(node.kind === 'box' ? node.items.flatMap((item) => within(item.node)) : []),
  ]
  return model.pages
    .flatMap(({ bands }) => bands)
    .flatMap((band) => (band.kind === 'grid' ? band.items.flatMap((item) => within(item.node)) : []))
}

it.each([
  ['a dark background', { backgroundColor: '#0b3b38' }, ['outer']],
  ['a light background', { backgroundColor: '#ffffff' }, []],
  ['no style', undefined, []],
])('texts in a container with %s have an ink that is readable on it', (_, style, inked) => {
  const nodes = nodesOf(style)
  expect(nodes.map(({ kind }) => kind)).toEqual(['box', 'box', 'words', 'words'])
  const [outer, ...others] = nodes.map(({ ink }) => ink)
  expect(outer !== undefined).toBe(inked.length > 0)
  // It applies to everything inside, and to nothing beside.
  expect(others).toEqual([undefined, undefined, undefined])
})
