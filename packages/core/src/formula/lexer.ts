import type { FormulaProblem, Span } from './api.ts'

export type Token =
  | { kind: 'number'; text: string; span: Span }
  | { kind: 'text'; value: string; span: Span }
  | { kind: 'reference'; segments: string[]; span: Span }
  /** Words: function names, keys, and the keywords `and or not true false null`. */
  | { kind: 'name'; text: string; span: Span }
  /** Operators and punctuation; `index` is the bracket that opens an index. */
  | { kind: 'symbol'; text: string; span: Span }
  | { kind: 'index'; span: Span }
  | { kind: 'end'; span: Span }

/** Longest first, so that `<=` is not read as `<` and `=`. Symbols that are not part of the language get a hint later. */
const SYMBOLS = [
  '<!=>', '<=>', '!=', '<=', '>=', '<>', '==', '&&', '||', '+', '-', '*', '/', '^', '%', '&', '=', '<', '>', '.', '(', ')', ',',
  '{', '}', ':', ']', '!', ';',
] // biome-ignore format: one table
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const SPACE = /(?:\s|\uFEFF)+/y
const COMMENT = /\/\*[\s\S]*?\*\//y
/** Opening quote -> quotes that close it. Formulas pasted from word processors contain typographic quotes. */
const QUOTES: Record<string, string> = {
  '"': '"',
  "'": "'",
  '“': '”“"',
  '”': '”“"',
  '„': '“”"',
  '‘': "’‘'",
  '’': "’‘'",
}

/** Tokens of a formula, or the problem that prevents reading further. */
export function tokenize(text: string): { tokens: Token[]; problem: FormulaProblem | null } {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const skipped = matchAt(SPACE, text, at) ?? matchAt(COMMENT, text, at)
    if (skipped) {
      at += skipped.length
      continue
    }
    const read = readToken(text, at, tokens)
    if ('severity' in read) return { tokens, problem: read }
    tokens.push(read)
    at = read.span.end
  }
  tokens.push({ kind: 'end', span: { start: text.length, end: text.length } })
  return { tokens, problem: null }
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function readToken(text: string, start: number, before: readonly Token[]): Token | FormulaProblem {
  if (text.startsWith('/*', start)) {
    return problem('unclosed_comment', 'This comment has no end.', { start, end: text.length }, 'Close it with */.')
  }
  const char = text[start] ?? ''
  if (char === '[') {
    const isIndex = before.at(-1)?.span.end === start && opensIndexAfter(before)
    return isIndex ? { kind: 'index', span: { start, end: start + 1 } } : referenceAt(text, start)
  }
  const closers = Object.hasOwn(QUOTES, char) ? QUOTES[char] : undefined
  if (closers) {
    const { value, end } = readText(text, start, closers)
    if (value !== null) return { kind: 'text', value, span: { start, end } }
    return problem('unclosed_text', 'This text has no closing quote.', { start, end: text.length }, 'Close it with ".')
  }
  const spanOf = (found: string) => ({ start, end: start + found.length })
  const number = matchAt(NUMBER, text, start)
  if (number) return { kind: 'number', text: number, span: spanOf(number) }
  const name = matchAt(NAME, text, start)
  if (name) return { kind: 'name', text: name, span: spanOf(name) }
  const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, start))
  if (symbol) return { kind: 'symbol', text: symbol, span: spanOf(symbol) }
  const shown = String.fromCodePoint(text.codePointAt(start) ?? 0)
  return problem('unexpected_character', `The character ${shown} has no meaning here.`, spanOf(shown))
}

function referenceAt(text: string, start: number): Token | FormulaProblem {
  const { segments, end } = readReference(text, start)
  const span = { start, end }
  const hint = 'Write a column as [Column].'
  if (!segments) return problem('unclosed_reference', 'This reference has no closing bracket.', span, hint)
  if (segments.some((segment) => segment.trim() === '')) {
    return problem('empty_reference', 'This reference has an empty name.', span, hint)
  }
  return { kind: 'reference', segments, span }
}

function problem(code: string, message: string, span: Span, hint?: string): FormulaProblem {
  return { severity: 'error', code, message, ...(hint ? { hint } : {}), span }
}

/** Whether a bracket opens an index: after `]`, `)`, `}` or a key without a blank in between; anywhere else it starts a reference. */
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
