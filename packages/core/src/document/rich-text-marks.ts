import { hexColor } from './hex-color.ts'
import type { InlineToken } from './rich-text-inline.ts'
import type { RichInline, SpanStyle, TextAlign } from './rich-text-tree.ts'
import { isTemplateHole, parseTemplate, type TemplateHole } from './template.ts'

/**
 * The markdown parser would break holes and listed tags (`*` and `_` are operators in formulas), so each is first replaced by a mark of
 * private-use characters: `\uE000`, digits, `\uE001`.
 */
const markOpen = '\uE000'
const markClose = '\uE001'
const markPattern = /\uE000(\d+)\uE001/g

type Mark = { source: string } & ({ kind: 'hole'; hole: TemplateHole } | { kind: 'tag'; token: InlineToken })

export interface Protected {
  /** The body with marks. */
  text: string
  marks: readonly Mark[]
  /** Text with its marks replaced by the original input. */
  restore(text: string): string
  /** The parts of an address with an allowed scheme; null for any other scheme. */
  href(url: string): Extract<RichInline, { kind: 'link' }>['href'] | null
}

export function protect(body: string): Protected {
  const marks: Mark[] = []
  const mark = (entry: Mark) => `${markOpen}${marks.push(entry) - 1}${markClose}`
  const clean = body.replaceAll(/[\uE000\uE001]/g, '')
  const holed = parseTemplate(clean)
    .map((part) => {
      if (!isTemplateHole(part)) return protectTags(part, mark)
      const format = part.format === undefined ? '' : ` | ${part.format}`
      return mark({ kind: 'hole', hole: part, source: `{{${part.formula}${format}}}` })
    })
    .join('')
  const restore = (text: string): string =>
    text.replaceAll(markPattern, (_, index) => marks[Number(index)]?.source ?? '')
  const href: Protected['href'] = (url) => {
    // The scheme must be literal: a hole before it could produce any scheme.
    const decoded = safeDecode(url)
    if (!/^(?:https?:\/\/|mailto:)[^\s\p{Cc}]*$/iu.test(decoded)) return null
    return splitMarks(
      decoded,
      (text) => text,
      (entry) => (entry.kind === 'hole' ? holeFields(entry.hole) : entry.source),
    )
  }
  const splitMarks = <T>(text: string, plain: (text: string) => T, marked: (mark: Mark) => T): T[] => {
    const parts: T[] = []
    let from = 0
    for (const match of text.matchAll(markPattern)) {
      if (match.index > from) parts.push(plain(text.slice(from, match.index)))
      const entry = marks[Number(match[1])]
      if (entry) parts.push(marked(entry))
      from = match.index + match[0].length
    }
    if (from < text.length) parts.push(plain(text.slice(from)))
    return parts
  }
  return { text: holed, marks, restore, href }
}

/** Text of the markdown tree as tokens: text, holes, and opening and closing tags. */
export function tokensOf(text: string, source: Protected): InlineToken[] {
  const tokens: InlineToken[] = []
  let from = 0
  const plain = (to: number) => {
    if (to > from) tokens.push({ kind: 'node', node: { kind: 'text', text: text.slice(from, to) } })
  }
  for (const match of text.matchAll(markPattern)) {
    plain(match.index)
    from = match.index + match[0].length
    const entry = source.marks[Number(match[1])]
    if (entry?.kind === 'hole') tokens.push({ kind: 'node', node: { kind: 'hole', ...holeFields(entry.hole) } })
    if (entry?.kind === 'tag') tokens.push(entry.token)
  }
  plain(text.length)
  return tokens
}

function holeFields({ formula, format }: TemplateHole): { formula: string; format?: string } {
  return { formula, ...(format === undefined ? {} : { format }) }
}

/** The parser percent-encodes the marks inside addresses; only these are decoded. */
function safeDecode(url: string): string {
  return url.replaceAll('%EE%80%80', markOpen).replaceAll('%EE%80%81', markClose)
}

function protectTags(text: string, mark: (entry: Mark) => string): string {
  return text.replaceAll(/(?<!\\)<(\/?)(u|sub|sup|span|p|br)((?:\s[^<>]*|\s*\/)?)>/gi, (source, slash, name, rest) => {
    const token = readTag(
      String(name).toLowerCase(),
      slash === '/',
      String(rest)
        .replace(/\/\s*$/, '')
        .trim(),
      source,
    )
    return token ? mark({ kind: 'tag', token, source }) : source
  })
}

/** Null for a tag with an attribute or style that is not listed: it remains text. */
function readTag(name: string, isClosing: boolean, attributes: string, source: string): InlineToken | null {
  if (name === 'br') return isClosing || attributes !== '' ? null : { kind: 'node', node: { kind: 'break' } }
  const tag = name as 'u' | 'sub' | 'sup' | 'span' | 'p'
  if (isClosing) return attributes === '' ? { kind: 'close', tag, source } : null
  const read = readAttributes(attributes)
  if (!read) return null
  const { class: className, style, ...others } = read
  if (Object.keys(others).length > 0) return null
  switch (tag) {
    case 'span': {
      const spanStyle = className === undefined && style !== undefined ? readSpanStyle(style) : null
      return spanStyle ? { kind: 'open', tag, source, span: spanStyle } : null
    }
    case 'p': {
      const align = style === undefined ? undefined : readAlign(style)
      if (align === null) return null
      if (className !== undefined && !/^(?:p-large|p-small|h-[a-z0-9-]{1,20})$/.test(className)) return null
      return {
        kind: 'open',
        tag,
        source,
        paragraph: { ...(className === undefined ? {} : { className }), ...(align === undefined ? {} : { align }) },
      }
    }
    default:
      return attributes === '' ? { kind: 'open', tag, source } : null
  }
}

const maxAttributesLength = 400

function readAttributes(text: string): Record<string, string> | null {
  if (text.length > maxAttributesLength) return null
  const attributes: Record<string, string> = {}
  const rest = text.replaceAll(/([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*/gi, (_, name, double, single) => {
    attributes[String(name).toLowerCase()] = String(double ?? single)
    return ''
  })
  return rest.trim() === '' ? attributes : null
}

function declarations(style: string): [string, string][] | null {
  const found: [string, string][] = []
  for (const part of style.split(';')) {
    if (part.trim() === '') continue
    const match = /^\s*([a-z-]+)\s*:\s*([^:;]+?)\s*$/i.exec(part)
    if (!match?.[1] || !match[2]) return null
    found.push([match[1].toLowerCase(), match[2]])
  }
  return found
}

function readSpanStyle(style: string): SpanStyle | null {
  const read: SpanStyle = {}
  for (const [name, value] of declarations(style) ?? [['', '']]) {
    if (name === 'color' && hexColor.test(value)) read.color = value
    else if (name === 'background-color' && hexColor.test(value)) read.backgroundColor = value
    else if (name === 'font-size' && /^\d{1,3}(?:\.\d{1,2})?(?:px|pt|em|rem|%)$/.test(value)) read.fontSize = value
    else if (name === 'font-family' && /^[\p{L}\p{N} -]{1,60}$/u.test(value)) read.fontFamily = value
    else return null
  }
  return Object.keys(read).length > 0 ? read : null
}

function readAlign(style: string): TextAlign | null {
  const found = declarations(style)
  const [first] = found ?? []
  if (found?.length !== 1 || first?.[0] !== 'text-align') return null
  const aligns: readonly TextAlign[] = ['left', 'center', 'right', 'justify']
  return aligns.find((align) => align === first[1]) ?? null
}
