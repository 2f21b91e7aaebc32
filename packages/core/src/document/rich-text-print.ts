import type { BlockContent, List, ListItem, PhrasingContent, RootContent } from 'mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { toMarkdown } from 'mdast-util-to-markdown'
import type { RichBlock, RichInline, RichText, SpanStyle } from './rich-text-tree.ts'

/**
 * The body that parses to a tree: markdown, with the listed tags for what markdown does not support. Holes and tags are represented by
 * marks of private-use characters while the markdown is written, as in the parser, so that nothing in them is escaped.
 */
export function printRichText(tree: RichText): string {
  const sources: string[] = []
  const mark: Mark = (source) => `\uE000${sources.push(source) - 1}\uE001`
  const children = tree.flatMap((block) => blocksOf(block, mark)) as RootContent[]
  const text = toMarkdown(
    { type: 'root', children },
    {
      bullet: '-',
      emphasis: '*',
      extensions: [gfmStrikethroughToMarkdown()],
      // Two braces would start a formula. A look-behind escapes every brace that follows another one: a pattern that consumed the first of
      // three would leave the last two unescaped.
      unsafe: [{ character: '{', before: '(?<=\\{)', inConstruct: 'phrasing' }],
    },
  )
  return text
    .replace(/\n$/, '')
    .replaceAll(/(?:\uE000|&#xE000;)(\d+)(?:\uE001|&#xE001;)/g, (_, index) => sources[Number(index)] ?? '')
}

type Mark = (source: string) => string

function blocksOf(block: RichBlock, mark: Mark): BlockContent[] {
  switch (block.kind) {
    case 'heading': {
      const children = alignedInlines(block.children, attributes({ align: block.align }), mark)
      return [{ type: 'heading', depth: block.level, children }]
    }
    case 'paragraph': {
      const { className, align, children } = block
      return [{ type: 'paragraph', children: alignedInlines(children, attributes({ className, align }), mark) }]
    }
    case 'list': {
      const list: List = {
        type: 'list',
        ordered: block.ordered,
        start: block.ordered ? (block.start ?? 1) : null,
        spread: false,
        children: block.items.map(
          (item): ListItem => ({
            type: 'listItem',
            spread: false,
            children: item.flatMap((child) => blocksOf(child, mark)),
          }),
        ),
      }
      return [list]
    }
  }
}

function attributes({ className, align }: { className?: string | undefined; align?: string | undefined }): string {
  return [
    ...(className === undefined ? [] : [` class="${className}"`]),
    ...(align === undefined ? [] : [` style="text-align: ${align}"`]),
  ].join('')
}

function alignedInlines(nodes: readonly RichInline[], attributesText: string, mark: Mark): PhrasingContent[] {
  const children = inlinesOfAll(nodes, mark)
  return attributesText === '' ? children : tagged(`<p${attributesText}>`, children, '</p>', mark)
}

/**
 * Markdown does not end emphasis between a punctuation mark and a letter (which a mark counts as); this invisible character separates them.
 */
const nothingSeen = '\u200B'

function inlinesOfAll(nodes: readonly RichInline[], mark: Mark): PhrasingContent[] {
  return nodes
    .flatMap((node) => inlinesOf(node, mark))
    .flatMap((node, at, all): PhrasingContent[] => {
      const before = all[at - 1]
      const needsSeparation = before !== undefined && (touches(before, node) || touches(node, before))
      return needsSeparation ? [{ type: 'text', value: nothingSeen }, node] : [node]
    })
}

/** Whether emphasis is adjacent to the mark of a hole or a tag. */
function touches(node: PhrasingContent, other: PhrasingContent): boolean {
  const isEmphasis = node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete'
  return isEmphasis && other.type === 'text' && /^\uE000\d+\uE001$/.test(other.value) && hasSignAtEdge(node)
}

function hasSignAtEdge(node: PhrasingContent): boolean {
  const text = edgeTexts(node)
  return /^[\p{P}\p{S}]|[\p{P}\p{S}]$/u.test(text)
}

function edgeTexts(node: PhrasingContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map((child) => edgeTexts(child)).join('') : ''
}

/** Emphasis with blanks at its ends moved outside: markdown cannot begin or end emphasis at a blank. */
function emphasis(type: 'strong' | 'emphasis' | 'delete', children: PhrasingContent[]): PhrasingContent[] {
  const blank = (at: 'first' | 'last') => {
    const node = at === 'first' ? children[0] : children.at(-1)
    if (node?.type !== 'text') return ''
    const found = (at === 'first' ? /^\s+/ : /\s+$/).exec(node.value)?.[0] ?? ''
    node.value = at === 'first' ? node.value.slice(found.length) : node.value.slice(0, node.value.length - found.length)
    return found
  }
  const [start, end] = [blank('first'), blank('last')]
  const kept = children.filter((child) => child.type !== 'text' || child.value !== '')
  return [
    ...(start === '' ? [] : [{ type: 'text', value: start } as const]),
    ...(kept.length === 0 ? [] : [{ type, children: kept }]),
    ...(end === '' ? [] : [{ type: 'text', value: end } as const]),
  ]
}

function inlinesOf(node: RichInline, mark: Mark): PhrasingContent[] {
  const within = (children: readonly RichInline[]) => inlinesOfAll(children, mark)
  switch (node.kind) {
    case 'text':
      return [{ type: 'text', value: node.text.replaceAll(/[\uE000\uE001]/g, '') }]
    case 'break':
      return [{ type: 'text', value: mark('<br>') }]
    case 'hole':
      return [{ type: 'text', value: mark(holeText(node)) }]
    case 'bold':
      return emphasis('strong', within(node.children))
    case 'italic':
      return emphasis('emphasis', within(node.children))
    case 'strike':
      return emphasis('delete', within(node.children))
    case 'underline':
      return tagged('<u>', within(node.children), '</u>', mark)
    case 'sub':
    case 'sup':
      return tagged(`<${node.kind}>`, within(node.children), `</${node.kind}>`, mark)
    case 'span':
      return tagged(`<span style="${styleText(node.style)}">`, within(node.children), '</span>', mark)
    case 'link': {
      const url = node.href.map((part) => (typeof part === 'string' ? part : mark(holeText(part)))).join('')
      return [{ type: 'link', url, children: within(node.children) }]
    }
  }
}

function tagged(open: string, children: PhrasingContent[], close: string, mark: Mark): PhrasingContent[] {
  return [{ type: 'text', value: mark(open) }, ...children, { type: 'text', value: mark(close) }]
}

function holeText({ formula, format }: { formula: string; format?: string | undefined }): string {
  return format === undefined ? `{{${formula}}}` : `{{${formula} | ${format}}}`
}

function styleText({ color, backgroundColor, fontSize, fontFamily }: SpanStyle): string {
  return [
    ...(color === undefined ? [] : [`color: ${color}`]),
    ...(backgroundColor === undefined ? [] : [`background-color: ${backgroundColor}`]),
    ...(fontSize === undefined ? [] : [`font-size: ${fontSize}`]),
    ...(fontFamily === undefined ? [] : [`font-family: ${fontFamily}`]),
  ].join('; ')
}
