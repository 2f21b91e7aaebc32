import type { RichBlock, RichInline, RichText, SpanStyle } from '@octavo/core/document'

/** A node of the editor's document, as it writes and reads it. */
export interface TextNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: TextMark[]
  content?: TextNode[]
}

export interface TextMark {
  type: string
  attrs?: Record<string, unknown>
}

/** The editor's document of a text; an empty one has an empty paragraph to write into. */
export function textDocument(tree: RichText): TextNode {
  const content = tree.map(nodeOfBlock)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function nodeOfBlock(block: RichBlock): TextNode {
  switch (block.kind) {
    case 'heading':
      return {
        type: 'heading',
        attrs: { level: block.level, textAlign: block.align ?? null },
        content: nodesOf(block.children, []),
      }
    case 'paragraph':
      return {
        type: 'paragraph',
        attrs: { textAlign: block.align ?? null, className: block.className ?? null },
        content: nodesOf(block.children, []),
      }
    case 'list':
      return {
        type: block.ordered ? 'orderedList' : 'bulletList',
        ...(block.ordered ? { attrs: { start: block.start ?? 1 } } : {}),
        content: block.items.map((item) => ({
          type: 'listItem',
          content: item.length > 0 ? item.map(nodeOfBlock) : [{ type: 'paragraph' }],
        })),
      }
  }
}

const markNames = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strike',
  underline: 'underline',
  sub: 'subscript',
  sup: 'superscript',
} as const

function nodesOf(inlines: readonly RichInline[], marks: readonly TextMark[]): TextNode[] {
  return inlines.flatMap((node): TextNode[] => {
    const own = marks.length > 0 ? { marks: [...marks] } : {}
    switch (node.kind) {
      case 'text':
        // A line break of the Markdown is shown as a space.
        return node.text === '' ? [] : [{ type: 'text', text: node.text.replaceAll('\n', ' '), ...own }]
      case 'break':
        return [{ type: 'hardBreak', ...own }]
      case 'hole':
        return [{ type: 'formula', attrs: { formula: node.formula, format: node.format ?? null }, ...own }]
      case 'link':
        return nodesOf(node.children, [...marks, { type: 'link', attrs: { href: addressText(node.href) } }])
      case 'span':
        return nodesOf(node.children, [...marks, { type: 'span', attrs: { ...node.style } }])
      default:
        return nodesOf(node.children, [...marks, { type: markNames[node.kind] }])
    }
  })
}

type Href = Extract<RichInline, { kind: 'link' }>['href']

function addressText(href: Href): string {
  return href
    .map((part) =>
      typeof part === 'string' ? part : `{{${part.formula}${part.format === undefined ? '' : ` | ${part.format}`}}}`,
    )
    .join('')
}

/** The text of a document of the editor. */
export function richTextOf(document: TextNode): RichText {
  return (document.content ?? []).flatMap(blocksOf)
}

function blocksOf(node: TextNode): RichBlock[] {
  const attrs = node.attrs ?? {}
  const align = typeof attrs.textAlign === 'string' ? { align: attrs.textAlign as 'left' } : {}
  switch (node.type) {
    case 'heading': {
      const level = ([1, 2, 3] as const).find((each) => each === attrs.level) ?? 3
      return [{ kind: 'heading', level, ...align, children: inlinesOf(node.content ?? []) }]
    }
    case 'bulletList':
    case 'orderedList': {
      const start = node.type === 'orderedList' && typeof attrs.start === 'number' && attrs.start !== 1
      return [
        {
          kind: 'list',
          ordered: node.type === 'orderedList',
          ...(start ? { start: attrs.start as number } : {}),
          items: (node.content ?? []).map((item) => (item.content ?? []).flatMap(blocksOf)),
        },
      ]
    }
    default: {
      const children = inlinesOf(node.content ?? [])
      const className = typeof attrs.className === 'string' ? { className: attrs.className } : {}
      return children.length === 0 ? [] : [{ kind: 'paragraph', ...className, ...align, children }]
    }
  }
}

/** From the outermost to the innermost mark. */
const markOrder = ['link', 'span', 'underline', 'bold', 'italic', 'strike', 'subscript', 'superscript']

function inlinesOf(nodes: readonly TextNode[], open: readonly TextMark[] = []): RichInline[] {
  const inlines: RichInline[] = []
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at]
    if (!node) break
    const outer = outerMark(node, open)
    if (!outer) {
      inlines.push(...leaf(node))
      at += 1
      continue
    }
    const run = nodes.slice(at).findIndex((other) => !(other.marks ?? []).some((mark) => isSameMark(mark, outer)))
    const end = run < 0 ? nodes.length : at + run
    inlines.push(wrapped(outer, inlinesOf(nodes.slice(at, end), [...open, outer])))
    at = end
  }
  return inlines
}

function outerMark({ marks = [] }: TextNode, open: readonly TextMark[]): TextMark | undefined {
  return marks
    .filter((mark) => !open.some((other) => isSameMark(mark, other)))
    .sort((a, b) => markOrder.indexOf(a.type) - markOrder.indexOf(b.type))[0]
}

function isSameMark(mark: TextMark, other: TextMark): boolean {
  return mark.type === other.type && JSON.stringify(mark.attrs ?? {}) === JSON.stringify(other.attrs ?? {})
}

function leaf({ type, text = '', attrs = {} }: TextNode): RichInline[] {
  if (type === 'hardBreak') return [{ kind: 'break' }]
  if (type === 'formula') {
    const format = typeof attrs.format === 'string' && attrs.format !== '' ? { format: attrs.format } : {}
    return [{ kind: 'hole', formula: String(attrs.formula ?? ''), ...format }]
  }
  return text === '' ? [] : [{ kind: 'text', text }]
}

function wrapped({ type, attrs = {} }: TextMark, children: RichInline[]): RichInline {
  if (type === 'link') return { kind: 'link', href: hrefParts(String(attrs.href ?? '')), children }
  if (type === 'span') return { kind: 'span', style: spanStyle(attrs), children }
  const kind = (Object.keys(markNames) as (keyof typeof markNames)[]).find((each) => markNames[each] === type)
  return { kind: kind ?? 'bold', children }
}

function spanStyle(attrs: Readonly<Record<string, unknown>>): SpanStyle {
  const names = ['color', 'backgroundColor', 'fontSize', 'fontFamily'] as const
  return Object.fromEntries(names.flatMap((name) => (typeof attrs[name] === 'string' ? [[name, attrs[name]]] : [])))
}

/** Separates the formulas in an address from the rest of it. */
function hrefParts(address: string): Href {
  return address.split(/(\{\{.*?\}\})/).flatMap((part): Href => {
    const hole = /^\{\{(.*?)(?: \| ([^|]*))?\}\}$/.exec(part)
    if (hole) return [{ formula: hole[1] ?? '', ...(hole[2] === undefined ? {} : { format: hole[2] }) }]
    return part === '' ? [] : [part]
  })
}
