import type { Span } from '../api.ts'

/** The call whose parentheses hold a position, and which argument stands there, from 0. */
export interface EnclosingCall {
  name: string
  nameSpan: Span
  argument: number
}

/** What is being written at a position. `written` is what stands before it; `span` is what a choice replaces. */
export interface Place {
  /** `operator`: a word where a value has ended. `part`: what follows a reference and a dot. */
  kind: 'name' | 'operator' | 'reference' | 'part' | 'text' | 'empty' | 'none'
  written: string
  span: Span
  call: EnclosingCall | null
  /** Of a part: the reference before the dot, bracket to bracket. */
  reference?: string
}

interface OpenCall {
  name: string
  nameSpan: Span
  argument: number
  /** Braces and parentheses without a name hold commas that are not of the call around them. */
  isCall: boolean
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy
const CLOSING: Record<string, string> = { '"': '"', "'": "'", '\u201c': '\u201d', '\u201e': '\u201c' }

/**
 * Reads a formula up to a position as someone is writing it, so that quotes and brackets may still be open. Never
 * throws; a position outside the text is taken to its nearest end.
 */
export function placeAt(text: string, position: number): Place {
  const target = Math.max(0, Math.min(text.length, position))
  const open: OpenCall[] = []
  let at = 0
  let word: Span | null = null
  let isAfterOperand = false
  let reference: Span | null = null
  const call = () => {
    const inner = open.at(-1)
    return inner?.isCall ? { name: inner.name, nameSpan: inner.nameSpan, argument: inner.argument } : null
  }
  const place = (kind: Place['kind'], span: Span, from = span.start): Place => ({
    kind,
    written: text.slice(from, target),
    span,
    call: call(),
  })
  /** What stands after a dot; the parts of a reference have names. */
  const afterDot = (span: Span): Place =>
    reference?.end === span.start - 1
      ? { ...place('part', span), reference: text.slice(reference.start, reference.end) }
      : place('none', span)

  while (at < target) {
    const char = text[at] ?? ''
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (end < 0 || end + 2 > target) return place('none', { start: target, end: target })
      at = end + 2
      continue
    }
    const closing = CLOSING[char]
    if (closing !== undefined) {
      const end = endOfText(text, at, closing)
      if (end > target || text[end - 1] !== closing || end - 1 === at) {
        const inner = text[end - 1] === closing && end - 1 > at ? end - 1 : end
        return place('text', { start: at + 1, end: inner })
      }
      at = end
      word = null
      isAfterOperand = true
      continue
    }
    if (char === '[' && !isIndex(text, at)) {
      const end = endOfReference(text, at)
      if (end > target || text[end - 1] !== ']') return place('reference', { start: at, end }, at + 1)
      reference = { start: at, end }
      at = end
      word = null
      isAfterOperand = true
      continue
    }
    WORD.lastIndex = at
    const found = WORD.exec(text)?.[0]
    if (found) {
      const span = { start: at, end: at + found.length }
      if (span.end >= target) {
        if (text[at - 1] === '.') return afterDot(span)
        return place(isAfterOperand ? 'operator' : 'name', span)
      }
      word = span
      at = span.end
      isAfterOperand = !/^(and|or|not)$/i.test(found)
      continue
    }
    if (char === '(' || char === '{') {
      const isCall = char === '(' && word !== null && !/^(and|or|not)$/i.test(text.slice(word.start, word.end))
      open.push({
        name: word && isCall ? text.slice(word.start, word.end) : '',
        nameSpan: word ?? { start: at, end: at },
        argument: 0,
        isCall,
      })
      isAfterOperand = false
    } else if (char === ')' || char === '}') {
      open.pop()
      isAfterOperand = true
    } else if (char === ',') {
      const inner = open.at(-1)
      if (inner) inner.argument += 1
      isAfterOperand = false
    } else if (/[\d.]/.test(char) || char === ']') {
      isAfterOperand = true
    } else if (!/\s/.test(char)) {
      isAfterOperand = false
    }
    if (!/\s/.test(char)) word = null
    at += 1
  }
  const here = { start: target, end: target }
  if (text[target - 1] === '.') return afterDot(here)
  return place(isAfterOperand ? 'none' : 'empty', here)
}

/** Directly after a reference, a call or another index a bracket opens an index. */
function isIndex(text: string, at: number): boolean {
  const before = text[at - 1] ?? ''
  if (before === ']' || before === ')') return true
  return /[\p{L}\p{N}_]/u.test(before) && /\.[\p{L}_][\p{L}\p{N}_]*$/u.test(text.slice(0, at))
}

/** Past the closing quote, or the end of the text. */
function endOfText(text: string, from: number, closing: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === closing) {
      if (closing === '"' && text[at + 1] === '"') at += 1
      else return at + 1
    }
  }
  return text.length
}

/** Past the closing bracket; an open one ends where its line does, or where the next bracket opens. */
function endOfReference(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === ']') return at + 1
    else if (text[at] === '[' || text[at] === '\n') return at
  }
  return text.length
}
