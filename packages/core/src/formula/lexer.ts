import type { FormulaProblem, Span } from './api.ts'

export type Token =
  | { kind: 'number'; text: string; span: Span }
  | { kind: 'text'; value: string; span: Span }
  | { kind: 'reference'; segments: string[]; span: Span }
  /** Words: function names, keys, and the words `and or not true false null`. */
  | { kind: 'name'; text: string; span: Span }
  /** Operators and punctuation; `index` is the bracket that opens an index. */
  | { kind: 'symbol'; text: string; span: Span }
  | { kind: 'index'; span: Span }
  | { kind: 'end'; span: Span }

/** Longest first, so that `<=` is not read as `<` and `=`. Those that are not of the language get a hint later. */
const SYMBOLS = [
  '<!=>', '<=>', '!=', '<=', '>=', '<>', '==', '&&', '||', '+', '-', '*', '/', '^', '%', '&', '=', '<', '>', '.', '(', ')', ',',
  '{', '}', ':', ']', '!', ';',
] // biome-ignore format: one table
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const SPACE = /(?:\s|\uFEFF)+/y
const COMMENT = /\/\*[\s\S]*?\*\//y
/** Opening quote -> quotes that close it. Word processors leave typographic ones in pasted formulas. */
const QUOTES: Record<string, string> = {
  '"': '"',
  "'": "'",
  '“': '”“"',
  '”': '”“"',
  '„': '“”"',
  '‘': "’‘'",
  '’': "’‘'",
}

/** Tokens of a formula, or the problem that makes reading on pointless. */
export function tokenize(text: string): { tokens: Token[]; problem: FormulaProblem | null } {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? null
  }
  const stop = (code: string, message: string, span: Span, hint?: string) => ({
    tokens,
    problem: { severity: 'error' as const, code, message, ...(hint ? { hint } : {}), span },
  })

  while (at < text.length) {
    const start = at
    const skipped = match(SPACE) ?? match(COMMENT)
    if (skipped) {
      at += skipped.length
      continue
    }
    if (text.startsWith('/*', at)) {
      return stop('unclosed_comment', 'This comment has no end.', { start, end: text.length }, 'Close it with */.')
    }
    const char = text[at] ?? ''
    const previous = tokens.at(-1)
    const isAdjacent = previous?.span.end === at

    if (char === '[' && isAdjacent && opensIndexAfter(tokens)) {
      at += 1
      tokens.push({ kind: 'index', span: { start, end: at } })
      continue
    }
    if (char === '[') {
      const reference = readReference(text, at)
      if (!reference.segments) {
        const span = { start, end: reference.end }
        return stop('unclosed_reference', 'This reference has no closing bracket.', span, 'Write a column as [Column].')
      }
      at = reference.end
      const span = { start, end: at }
      if (reference.segments.some((segment) => segment.trim() === '')) {
        return stop('empty_reference', 'This reference has an empty name.', span, 'Write a column as [Column].')
      }
      tokens.push({ kind: 'reference', segments: reference.segments, span })
      continue
    }
    const closers = Object.hasOwn(QUOTES, char) ? QUOTES[char] : undefined
    if (closers) {
      const read = readText(text, at, closers)
      if (read.value === null) {
        return stop('unclosed_text', 'This text has no closing quote.', { start, end: text.length }, 'Close it with ".')
      }
      at = read.end
      tokens.push({ kind: 'text', value: read.value, span: { start, end: at } })
      continue
    }
    const number = match(NUMBER)
    if (number) {
      at += number.length
      tokens.push({ kind: 'number', text: number, span: { start, end: at } })
      continue
    }
    const name = match(NAME)
    if (name) {
      at += name.length
      tokens.push({ kind: 'name', text: name, span: { start, end: at } })
      continue
    }
    const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, start))
    if (symbol) {
      at += symbol.length
      tokens.push({ kind: 'symbol', text: symbol, span: { start, end: at } })
      continue
    }
    const shown = String.fromCodePoint(text.codePointAt(at) ?? 0)
    return stop('unexpected_character', `The character ${shown} has no meaning here.`, {
      start,
      end: start + shown.length,
    })
  }
  tokens.push({ kind: 'end', span: { start: text.length, end: text.length } })
  return { tokens, problem: null }
}

/** After `]`, `)`, `}` or a key, a bracket with no blank before it is an index; anywhere else it starts a reference. */
function opensIndexAfter(tokens: readonly Token[]): boolean {
  const previous = tokens.at(-1)
  if (!previous) return false
  if (previous.kind === 'reference') return true
  if (previous.kind === 'symbol') return [')', ']', '}'].includes(previous.text)
  const before = tokens.at(-2)
  const isKey = previous.kind === 'name' || previous.kind === 'text'
  return isKey && before?.kind === 'symbol' && before.text === '.'
}

function readReference(text: string, open: number): { segments: string[] | null; end: number } {
  const segments: string[] = []
  let segment = ''
  let at = open + 1
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (char === '\\' && next !== '' && '/[]\\'.includes(next)) {
      segment += next
      at += 2
    } else if (char === ']') {
      return { segments: [...segments, segment], end: at + 1 }
    } else if (char === '[') {
      return { segments: null, end: at }
    } else {
      if (char === '/') {
        segments.push(segment)
        segment = ''
      } else {
        segment += char
      }
      at += 1
    }
  }
  return { segments: null, end: text.length }
}

function readText(text: string, open: number, closers: string): { value: string | null; end: number } {
  const opener = text[open] ?? ''
  let value = ''
  let at = open + 1
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (char === '\\' && next !== '' && (next === '\\' || next === 'n' || closers.includes(next) || next === opener)) {
      value += next === 'n' ? '\n' : next
      at += 2
    } else if (closers.includes(char)) {
      if (next !== char) return { value, end: at + 1 }
      value += char
      at += 2
    } else {
      value += char
      at += 1
    }
  }
  return { value: null, end: text.length }
}
