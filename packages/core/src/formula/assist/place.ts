import type { Span } from '../api.ts'

/** The call whose parentheses contain a position, and the index of its argument there, from 0. */
export interface EnclosingCall {
  name: string
  nameSpan: Span
  argument: number
}

/** What is being typed at a position. `written` is the text before it; `span` is the range that a completion replaces. */
export interface Place {
  /** `operator`: a word after a complete value. `part`: the name after a reference and a dot. */
  kind: 'name' | 'operator' | 'reference' | 'part' | 'text' | 'empty' | 'none'
  written: string
  span: Span
  call: EnclosingCall | null
  /** For a part: the reference before the dot, including its brackets. */
  reference?: string
}

interface OpenCall {
  name: string
  nameSpan: Span
  argument: number
  /** False for braces and for parentheses without a function name, whose commas do not separate arguments of the enclosing call. */
  isCall: boolean
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy
/** Words between two values; a parenthesis after them does not start a call. */
const CONNECTIVE = /^(and|or|not)$/i
const CLOSING: Record<string, string> = { '"': '"', "'": "'", '\u201c': '\u201d', '\u201e': '\u201c' }

/**
 * Parses a formula up to a position while it is being typed, so quotes and brackets may still be open. Never throws; a position outside the
 * text is clamped to it.
 */
export function placeAt(text: string, position: number): Place {
  return new PlaceReader(text, Math.max(0, Math.min(text.length, position))).read()
}

/** Reads up to a position, one comment, text, reference, word or symbol at a time. */
class PlaceReader {
  private readonly text: string
  private readonly target: number
  private readonly open: OpenCall[] = []
  private at = 0
  /** The previous word, which is a function name if a parenthesis follows. */
  private word: Span | null = null
  private isAfterOperand = false
  private reference: Span | null = null

  constructor(text: string, target: number) {
    this.text = text
    this.target = target
  }

  read(): Place {
    const { text, target } = this
    while (this.at < target) {
      const found = this.step()
      if (found) return found
    }
    const here = { start: target, end: target }
    if (text[target - 1] === '.') return this.afterDot(here)
    return this.place(this.isAfterOperand ? 'none' : 'empty', here)
  }

  /** Reads one token. Returns the place when the position is inside it. */
  private step(): Place | null {
    const { text, at } = this
    const char = text[at] ?? ''
    if (text.startsWith('/*', at)) return this.readComment()
    const closing = CLOSING[char]
    if (closing !== undefined) return this.readText(closing)
    if (char === '[' && !isIndex(text, at)) return this.readReference()
    WORD.lastIndex = at
    const word = WORD.exec(text)?.[0]
    if (word) return this.readWord(word)
    this.readSign(char)
    return null
  }

  private readComment(): Place | null {
    const { text, target } = this
    const end = text.indexOf('*/', this.at + 2)
    if (end < 0 || end + 2 > target) return this.place('none', { start: target, end: target })
    this.at = end + 2
    return null
  }

  private readText(closing: string): Place | null {
    const { text, at } = this
    const end = endOfText(text, at, closing)
    if (end > this.target || text[end - 1] !== closing || end - 1 === at) {
      const inner = text[end - 1] === closing && end - 1 > at ? end - 1 : end
      return this.place('text', { start: at + 1, end: inner })
    }
    this.passOperand(end)
    return null
  }

  private readReference(): Place | null {
    const { text, at } = this
    const end = endOfReference(text, at)
    if (end > this.target || text[end - 1] !== ']') return this.place('reference', { start: at, end }, at + 1)
    this.reference = { start: at, end }
    this.passOperand(end)
    return null
  }

  private readWord(found: string): Place | null {
    const { at } = this
    const span = { start: at, end: at + found.length }
    if (span.end >= this.target) {
      if (this.text[at - 1] === '.') return this.afterDot(span)
      return this.place(this.isAfterOperand ? 'operator' : 'name', span)
    }
    this.word = span
    this.at = span.end
    this.isAfterOperand = !CONNECTIVE.test(found)
    return null
  }

  private readSign(char: string): void {
    if (char === '(' || char === '{') {
      this.openCall(char)
      this.isAfterOperand = false
    } else if (char === ')' || char === '}') {
      this.open.pop()
      this.isAfterOperand = true
    } else if (char === ',') {
      const inner = this.open.at(-1)
      if (inner) inner.argument += 1
      this.isAfterOperand = false
    } else if (/[\d.]/.test(char) || char === ']') {
      this.isAfterOperand = true
    } else if (!/\s/.test(char)) {
      this.isAfterOperand = false
    }
    if (!/\s/.test(char)) this.word = null
    this.at += 1
  }

  private openCall(char: string): void {
    const { text, at, word } = this
    const name = word && char === '(' ? text.slice(word.start, word.end) : ''
    const isCall = name !== '' && !CONNECTIVE.test(name)
    this.open.push({
      name: isCall ? name : '',
      nameSpan: word ?? { start: at, end: at },
      argument: 0,
      isCall,
    })
  }

  private passOperand(end: number): void {
    this.at = end
    this.word = null
    this.isAfterOperand = true
  }

  private place(kind: Place['kind'], span: Span, from = span.start): Place {
    const inner = this.open.at(-1)
    const call = inner?.isCall ? { name: inner.name, nameSpan: inner.nameSpan, argument: inner.argument } : null
    return { kind, written: this.text.slice(from, this.target), span, call }
  }

  /** The name after a dot; the parts of a reference have fixed names. */
  private afterDot(span: Span): Place {
    const { text, reference } = this
    if (reference?.end !== span.start - 1) return this.place('none', span)
    return { ...this.place('part', span), reference: text.slice(reference.start, reference.end) }
  }
}

/** Whether a bracket opens an index: directly after a reference, a call or another index. */
function isIndex(text: string, at: number): boolean {
  const before = text[at - 1] ?? ''
  if (before === ']' || before === ')') return true
  return /[\p{L}\p{N}_]/u.test(before) && /\.[\p{L}_][\p{L}\p{N}_]*$/u.test(text.slice(0, at))
}

/** The offset after the closing quote, or the end of the text. */
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

/** The offset after the closing bracket; an open reference ends at the end of its line, or where the next bracket opens. */
function endOfReference(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === ']') return at + 1
    else if (text[at] === '[' || text[at] === '\n') return at
  }
  return text.length
}
