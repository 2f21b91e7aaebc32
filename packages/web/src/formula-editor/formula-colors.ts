import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { type Token, tokenize } from '@octavo/core/formula'
import { formulaParts } from './formula-parts.ts'

const marks = {
  reference: Decoration.mark({ class: 'formula-reference' }),
  function: Decoration.mark({ class: 'formula-function' }),
  word: Decoration.mark({ class: 'formula-word' }),
  text: Decoration.mark({ class: 'formula-text' }),
  number: Decoration.mark({ class: 'formula-number' }),
} as const

const words = new Set(['and', 'or', 'not', 'true', 'false', 'null'])

export interface ColoredSpan {
  from: number
  to: number
  look: keyof typeof marks
}

/** Which parts of a formula have a colour of their own, in text order. */
export function coloredSpans(text: string): ColoredSpan[] {
  const { tokens } = tokenize(text)
  return tokens.flatMap((token, index): ColoredSpan[] => {
    const look = lookOf(token, tokens[index + 1])
    return look ? [{ from: token.span.start, to: token.span.end, look }] : []
  })
}

function lookOf(token: Token, next: Token | undefined): keyof typeof marks | undefined {
  switch (token.kind) {
    case 'reference':
    case 'text':
    case 'number':
      return token.kind
    case 'name':
      if (words.has(token.text.toLowerCase())) return 'word'
      return next?.kind === 'symbol' && next.text === '(' ? 'function' : undefined
    default:
      return undefined
  }
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const part of formulaParts(view.state)) {
    for (const { from, to, look } of coloredSpans(part.formula)) {
      builder.add(part.from + from, part.from + to, marks[look])
    }
  }
  return builder.finish()
}

/** Colours names, functions, texts and numbers of a formula. */
export const formulaColors: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = decorate(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
