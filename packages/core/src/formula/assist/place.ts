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
/** Words between two values; no parenthesis after them opens a call. */
const CONNECTIVE = /^(and|or|not)$/i
const CLOSING: Record<string, string> = { '"': '"', "'": "'", '\u201c': '\u201d', '\u201e': '\u201c' }

/**
 * Reads a formula up to a position as someone is writing it, so that quotes and brackets may still be open. Never
 * throws; a position outside the text is taken to its nearest end.
 */
export function placeAt(text: string, position: number): Place {
  return new PlaceReader(text, Math.max(0, Math.min(text.length, position))).read()
}

/** Reads up to a position, one comment, text, reference, word or sign at a time. */
class PlaceReader {
  private readonly text: string
  private readonly target: number
  private readonly open: OpenCall[] = []
  private at = 0
  /** The word that was just read: a call where a parenthesis follows. */
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

  /** Reads one piece. Returns the place when the position is inside it. */
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

  /** What follows a dot; the parts of a reference have names. */
  private afterDot(span: Span): Place {
    const { text, reference } = this
    if (reference?.end !== span.start - 1) return this.place('none', span)
    return { ...this.place('part', span), reference: text.slice(reference.start, reference.end) }
  }
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
