import type { RichInline, SpanStyle, TextAlign } from './rich-text-tree.ts'

export type InlineTag = 'u' | 'sub' | 'sup' | 'span' | 'p'

/** A part of inline content before tags are matched. `source` is the tag as it was typed. */
export type InlineToken =
  | { kind: 'node'; node: RichInline }
  | {
      kind: 'open'
      tag: InlineTag
      source: string
      span?: SpanStyle
      paragraph?: { className?: string; align?: TextAlign }
    }
  | { kind: 'close'; tag: InlineTag; source: string }

interface Frame {
  open: Extract<InlineToken, { kind: 'open' }> | null
  children: RichInline[]
}

const maxOpenTags = 24

/** Matches tags to a tree. A tag without its partner, and any remaining `p`, becomes text. */
export function nestInline(tokens: readonly InlineToken[]): RichInline[] {
  const stack: Frame[] = [{ open: null, children: [] }]
  const top = (): Frame => stack[stack.length - 1] ?? { open: null, children: [] }
  const closeTop = (asText: boolean) => {
    const frame = stack.pop()
    if (!frame?.open) return
    const target = top().children
    if (asText) target.push({ kind: 'text', text: frame.open.source }, ...frame.children)
    else target.push(wrapped(frame.open, frame.children))
  }
  for (const token of tokens) {
    if (token.kind === 'node') top().children.push(token.node)
    else if (token.kind === 'open' && token.tag !== 'p' && stack.length <= maxOpenTags) {
      stack.push({ open: token, children: [] })
    } else if (token.kind === 'close' && stack.some((frame) => frame.open?.tag === token.tag)) {
      while (top().open?.tag !== token.tag) closeTop(true)
      closeTop(false)
    } else top().children.push({ kind: 'text', text: token.source })
  }
  while (stack.length > 1) closeTop(true)
  return joinTexts(top().children)
}

function wrapped(open: Extract<InlineToken, { kind: 'open' }>, children: RichInline[]): RichInline {
  const joined = joinTexts(children)
  if (open.tag === 'span') return { kind: 'span', style: open.span ?? {}, children: joined }
  return { kind: open.tag === 'u' ? 'underline' : open.tag === 'sub' ? 'sub' : 'sup', children: joined }
}

function joinTexts(nodes: readonly RichInline[]): RichInline[] {
  const joined: RichInline[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + node.text }
    else joined.push(node)
  }
  return joined
}
