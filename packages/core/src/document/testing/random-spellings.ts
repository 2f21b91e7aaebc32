import fc from 'fast-check'
import type { PublishedForm, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { readFormC, writeFormC } from '../codecs/form-c.ts'
import { readFormN, writeFormN } from '../codecs/form-n.ts'
import { elementKinds } from '../elements/index.ts'
import { examples } from './examples.ts'

type Fields = Record<string, unknown>

export interface SpelledBody {
  kind: WorkbookDocument['kind']
  form: PublishedForm
  body: Fields
}

const sources: readonly { kind: WorkbookDocument['kind']; document: WorkbookDocument; sent: Fields }[] = [
  { kind: 'workbook', document: readFormN(examples.workbookSmall).document, sent: examples.workbookSmall },
  { kind: 'workbook', document: readFormN(examples.workbookRich).document, sent: examples.workbookRich },
  {
    kind: 'workbook',
    document: readFormC(examples.workbookContents.contents).document,
    sent: examples.workbookContents,
  },
  {
    kind: 'data-model',
    document: readFormN(examples.dataModelMinimal, 'data-model').document,
    sent: examples.dataModelMinimal,
  },
  {
    kind: 'data-model',
    document: readFormN(examples.dataModelRich, 'data-model').document,
    sent: examples.dataModelRich,
  },
]

/** The examples as written, and in every other form of their kind. */
export const exampleBodies: readonly SpelledBody[] = sources.flatMap(({ kind, document, sent }): SpelledBody[] => {
  const form = sent.contents === undefined ? 'N' : 'C'
  const nested: SpelledBody = { kind, form: 'N', body: writeFormN(document) }
  if (kind === 'data-model') return [{ kind, form: 'N', body: sent }, nested]
  return [
    { kind, form, body: sent },
    nested,
    { kind, form: 'D', body: { document: writeFormC(document, 'D') } },
    { kind, form: 'C', body: { contents: writeFormC(document, 'C') } },
  ]
})

/** Other ways to write the same document; parts to which a way does not apply are unchanged. */
const waysOfWriting: readonly ((part: Fields, form: PublishedForm) => Fields)[] = [
  (part) => withLayout(part, reversedBlocks),
  (part) => withLayout(part, (layout) => layout.replaceAll('><', '>\n\t<').replaceAll(' / ', '/')),
  (part) => withLayout(part, (layout) => layout.replace(/^<\?xml[^>]*>\n?/, '')),
  (part) => withLayout(part, (layout) => layout.replaceAll('\n<Page', '\n<?xml version="1.0"?>\n<!-- page --><Page')),
  (part) =>
    withLayout(part, (layout) =>
      layout.replaceAll('LayoutElement', 'Element').replaceAll('GridContainer', 'Container'),
    ),
  (part) => withLayout(part, (layout) => layout.replaceAll(/repeat\(2, ?1fr\)/g, '1fr 1fr')),
  (part, form) => (form === 'N' && part.layout !== undefined ? { ...part, layout: null } : part),
  (part) => ({ ...part, schemaVersion: '1' }),
  (part) => Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'kind')),
  (part) => Object.fromEntries(Object.entries(part).reverse()),
  (part) => ({ ...part, pages: [...listOf(part.pages)].reverse() }),
  (part, form) => (form === 'N' ? part : { ...part, elements: [...listOf(part.elements)].reverse() }),
  (part, form) => (form === 'C' ? part : eachElement(part, (element) => withPointers(element, 'columnId', 'id'))),
  (part, form) => (form === 'C' ? part : eachElement(part, (element) => withPointers(element, 'id', 'columnId'))),
  (part, form) => (form === 'C' ? eachElement(part, inWordsOfN) : part),
]

/** A body that a client could send: an example in one of its forms, with several parts spelled differently. */
export const someSpelledBody: fc.Arbitrary<SpelledBody> = fc
  .tuple(fc.constantFrom(...exampleBodies), fc.subarray([...waysOfWriting]))
  .map(([example, ways]) => {
    const key = keyOf(example.form)
    const part = key === null ? example.body : fieldsOf(example.body[key])
    const spelled = ways.reduce((written, way) => way(written, example.form), part)
    return { ...example, body: key === null ? spelled : { ...example.body, [key]: spelled } }
  })

/** The document part of a body, without the envelope. */
export function documentPart({ form, body }: { form: PublishedForm; body: Fields }): Fields {
  const key = keyOf(form)
  if (key !== null) return fieldsOf(body[key])
  const { name: _n, folderId: _f, description: _d, kind: _k, ...rest } = body
  return rest
}

function keyOf(form: PublishedForm): 'document' | 'contents' | null {
  if (form === 'N') return null
  return form === 'D' ? 'document' : 'contents'
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function withLayout(part: Fields, change: (layout: string) => string): Fields {
  return typeof part.layout === 'string' ? { ...part, layout: change(part.layout) } : part
}

/** The blocks of a layout that has one line for each. */
function reversedBlocks(layout: string): string {
  const [first = '', ...blocks] = layout.split('\n')
  return blocks.every((block) => /^<(Page|Panel)\b/.test(block)) ? [first, ...blocks.reverse()].join('\n') : layout
}

function eachElement(part: Fields, change: (element: Fields) => Fields): Fields {
  if (part.elements !== undefined) return { ...part, elements: listOf(part.elements).map(change) }
  const pages = listOf(part.pages).map((page) => ({ ...page, elements: listOf(page.elements).map(change) }))
  return { ...part, pages }
}

function withPointers(element: Fields, from: string, to: string): Fields {
  const pointers = elementKinds.get(String(element.kind))?.pointers ?? []
  const respelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(respelled)
    if (!isRecord(value) || !Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name === from ? to : name, field]))
  }
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) => [name, pointers.includes(name) ? respelled(value) : value]),
  )
}

/** Form C also accepts the alignment words of form N. */
function inWordsOfN(element: Fields): Fields {
  const words: Record<string, string> = { top: 'start', left: 'start', center: 'middle', bottom: 'end', right: 'end' }
  const { verticalAlign } = element
  return element.kind === 'text' && typeof verticalAlign === 'string'
    ? { ...element, verticalAlign: words[verticalAlign] ?? verticalAlign }
    : element
}
