import type { BlockContent, DefinitionContent, ListItem, PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { nestInline } from './rich-text-inline.ts'
import { type Protected, protect, tokensOf } from './rich-text-marks.ts'
import type { RichBlock, RichInline, RichText } from './rich-text-tree.ts'

/** Longer bodies are shown as typed. */
const maxLength = 200_000
const maxDepth = 24
/** The time of the markdown parser is quadratic in the emphasis marks of a paragraph and in the open quotes and lists. */
const maxEmphasisMarks = 1_000
const deepContainers = /^(?:(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){100}|[ \t]{100,}(?:[-+*]|\d{1,9}[.)])[ \t])/m

/**
 * Parses text that people write: markdown and the few listed tags become a typed tree that the screen and the typesetter draw; everything
 * else remains text. HTML is never produced.
 */
export function parseRichText(body: string): RichText {
  if (body.length > maxLength || isTangled(body))
    return [{ kind: 'paragraph', children: [{ kind: 'text', text: body }] }]
  const source = protect(body)
  const root = fromMarkdown(source.text, {
    extensions: [
      gfmStrikethrough({ singleTilde: false }),
      { disable: { null: ['htmlFlow', 'htmlText', 'codeIndented'] } },
    ],
    mdastExtensions: [gfmStrikethroughFromMarkdown()],
  })
  return root.children.flatMap((node) => readBlock(node as BlockContent | DefinitionContent, source, 0))
}

/** Whether parsing the body would take seconds; texts written by hand are never like this. */
function isTangled(body: string): boolean {
  const paragraphs = body.split(/\r?\n[ \t]*\r?\n/)
  const isMarked = (paragraph: string) => (paragraph.match(/\*+|_+|~+/g) ?? []).length > maxEmphasisMarks
  return deepContainers.test(body) || paragraphs.some(isMarked)
}

function readBlock(node: BlockContent | DefinitionContent, source: Protected, depth: number): RichBlock[] {
  if (depth > maxDepth) return plainBlock(node, source)
  switch (node.type) {
    case 'paragraph':
      return splitParagraphs(readInline(node.children, source, depth + 1))
    case 'heading': {
      if (node.depth > 3) return plainBlock(node, source)
      const [first] = splitParagraphs(readInline(node.children, source, depth + 1))
      const align = first?.kind === 'paragraph' ? first.align : undefined
      return [
        {
          kind: 'heading',
          level: node.depth as 1 | 2 | 3,
          ...(align === undefined ? {} : { align }),
          children: first?.kind === 'paragraph' ? first.children : [],
        },
      ]
    }
    case 'list':
      return [
        {
          kind: 'list',
          ordered: node.ordered === true,
          ...(node.ordered && typeof node.start === 'number' && node.start !== 1 ? { start: node.start } : {}),
          items: node.children.map((item: ListItem) =>
            item.children.flatMap((child) => readBlock(child, source, depth + 1)),
          ),
        },
      ]
    default:
      return plainBlock(node, source)
  }
}

/** Splits the text at paragraph tags; each pair makes a paragraph of its own. */
function splitParagraphs(tokens: RichInlineToken[]): RichBlock[] {
  const blocks: RichBlock[] = []
  let rest: RichInlineToken[] = []
  const flush = () => {
    const children = trimBreaks(nestInline(rest))
    if (children.length > 0) blocks.push({ kind: 'paragraph', children })
    rest = []
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    const close =
      token.kind === 'open' && token.tag === 'p'
        ? tokens.findIndex((other, index) => index > at && other.kind === 'close' && other.tag === 'p')
        : -1
    if (token.kind !== 'open' || close < 0) {
      rest.push(token)
      continue
    }
    flush()
    blocks.push({ kind: 'paragraph', ...token.paragraph, children: nestInline(tokens.slice(at + 1, close)) })
    at = close
  }
  flush()
  return blocks
}

type RichInlineToken = Parameters<typeof nestInline>[0][number]

function trimBreaks(children: RichInline[]): RichInline[] {
  const isBlank = (node: RichInline | undefined) =>
    node?.kind === 'break' || (node?.kind === 'text' && node.text.trim() === '')
  let from = 0
  let to = children.length
  while (from < to && isBlank(children[from])) from += 1
  while (to > from && isBlank(children[to - 1])) to -= 1
  return children.slice(from, to)
}

function readInline(nodes: readonly PhrasingContent[], source: Protected, depth: number): RichInlineToken[] {
  return nodes.flatMap((node): RichInlineToken[] => {
    if (depth > maxDepth) return plainInline(node, source)
    const wrap = (kind: 'bold' | 'italic' | 'strike', children: readonly PhrasingContent[]): RichInlineToken[] => [
      { kind: 'node', node: { kind, children: nestInline(readInline(children, source, depth + 1)) } },
    ]
    switch (node.type) {
      case 'text':
        return tokensOf(node.value, source)
      case 'strong':
        return wrap('bold', node.children)
      case 'emphasis':
        return wrap('italic', node.children)
      case 'delete':
        return wrap('strike', node.children)
      case 'break':
        return [{ kind: 'node', node: { kind: 'break' } }]
      case 'link': {
        const href = source.href(node.url)
        if (!href) return plainInline(node, source)
        return [
          {
            kind: 'node',
            node: { kind: 'link', href, children: nestInline(readInline(node.children, source, depth + 1)) },
          },
        ]
      }
      default:
        return plainInline(node, source)
    }
  })
}

interface Positioned {
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined
}

/** The original text of a node that the format does not support. */
function rawText(node: Positioned, source: Protected): string {
  return source.restore(source.text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0))
}

function plainInline(node: Positioned, source: Protected): RichInlineToken[] {
  return [{ kind: 'node', node: { kind: 'text', text: rawText(node, source) } }]
}

function plainBlock(node: Positioned, source: Protected): RichBlock[] {
  return [{ kind: 'paragraph', children: [{ kind: 'text', text: rawText(node, source) }] }]
}
