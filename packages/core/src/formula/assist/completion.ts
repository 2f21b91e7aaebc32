import { formulaTypeOf } from '../../types/index.ts'
import type { FormulaScope, Span } from '../api.ts'
import type { CheckOptions } from '../check.ts'
import { emitterOf } from '../emit.ts'
import { type FunctionDefinition, type FunctionRegistry, type Param, paramOf } from '../functions/define.ts'
import { functions as builtIn } from '../functions/index.ts'
import { parseFormula } from '../parser.ts'
import { printReference } from '../print.ts'
import { signatureOf } from '../signature.ts'
import { describeType } from '../value-types.ts'
import { type Place, placeAt } from './place.ts'

export interface CompletionItem {
  kind: 'function' | 'reference' | 'constant' | 'keyword'
  /** The text to show in a list and to search in. */
  label: string
  /** Shown beside the label: a signature, a type. */
  detail?: string
  documentation?: string
  /** Replaces `span`; the caret is placed after `caret` of its characters. */
  insertText: string
  caret: number
  span: Span
}

const MAX_ITEMS = 200
const OPERATORS = ['and', 'or']
const KEYWORDS = ['and', 'or', 'not', 'True', 'False', 'Null']

/**
 * The possible completions at a position, best first. Names that begin with the typed text come before names that contain it. Functions
 * that the dialect lacks, or that the connection does not allow, are omitted.
 */
export function complete(
  text: string,
  position: number,
  scope: FormulaScope,
  options: CheckOptions = {},
): CompletionItem[] {
  const place = placeAt(text, position)
  const registry = options.functions ?? builtIn
  switch (place.kind) {
    case 'reference':
      return ranked(references(scope, place.span), place.written)
    case 'part':
      return ranked(parts(place, scope), place.written)
    case 'operator':
      return ranked(keywords(place.span, OPERATORS), place.written)
    case 'text':
      return ranked(constants(paramAt(place, registry), place.span, ''), place.written)
    case 'name': {
      const isCalled = text.slice(place.span.end).trimStart().startsWith('(')
      const items = [...functionItems(registry, place.span, options, isCalled)]
      if (!isCalled) items.push(...references(scope, place.span), ...keywords(place.span))
      return ranked(items, place.written)
    }
    case 'empty': {
      const param = paramAt(place, registry)
      const values = constants(param, place.span, '"')
      if (param?.constant && values.length > 0) return values
      return [...references(scope, place.span), ...functionItems(registry, place.span, options, false)].slice(
        0,
        MAX_ITEMS,
      )
    }
    case 'none':
      return []
  }
}

function paramAt({ call }: Place, registry: FunctionRegistry): Param | undefined {
  const definition = call ? registry.find(call.name) : null
  return call && definition ? paramOf(definition, call.argument, call.argument + 1) : undefined
}

function references(scope: FormulaScope, span: Span): CompletionItem[] {
  return scope.candidates().map((candidate) => {
    const segments = candidate.split('/')
    const insertText = printReference(segments)
    const type = scope.resolve(segments)?.type
    return {
      kind: 'reference',
      label: candidate,
      ...(type ? { detail: formulaTypeOf(type) } : {}),
      insertText,
      caret: insertText.length,
      span,
    }
  })
}

function constants(param: Param | undefined, span: Span, quote: string): CompletionItem[] {
  return (param?.values ?? []).map((value) => {
    const insertText = `${quote}${value}${quote}`
    return {
      kind: 'constant',
      label: value,
      ...(param ? { detail: param.name } : {}),
      insertText,
      caret: insertText.length,
      span,
    }
  })
}

/** The ends of the range of a control, with their names for dates and for numbers. */
function parts({ reference = '', span }: Place, scope: FormulaScope): CompletionItem[] {
  const { tree } = parseFormula(reference)
  if (tree?.kind !== 'reference') return []
  const type = scope.resolve(tree.segments) === null ? scope.resolve(tree.segments, 'min')?.type : undefined
  if (!type) return []
  const detail = formulaTypeOf(type)
  const ends = detail === 'date' ? ['start', 'end'] : ['min', 'max']
  return ends.map((part) => ({ kind: 'keyword', label: part, detail, insertText: part, caret: part.length, span }))
}

function keywords(span: Span, words: readonly string[] = KEYWORDS): CompletionItem[] {
  return words.map((word) => ({ kind: 'keyword', label: word, insertText: word, caret: word.length, span }))
}

function functionItems(
  registry: FunctionRegistry,
  span: Span,
  options: CheckOptions,
  isCalled: boolean,
): CompletionItem[] {
  return registry.names.flatMap((name): CompletionItem[] => {
    const definition = registry.find(name)
    if (!definition || !isOffered(definition, options)) return []
    const insertText = isCalled ? name : `${name}()`
    const hasArguments = definition.params.length > 0
    return [
      {
        kind: 'function',
        label: name,
        detail: signatureOf(definition).label,
        documentation: definition.summary,
        insertText,
        caret: isCalled || !hasArguments ? insertText.length : insertText.length - 1,
        span,
      },
    ]
  })
}

function isOffered(definition: FunctionDefinition, { dialect, allowsPassthrough }: CheckOptions): boolean {
  if (definition.isPassthrough && !allowsPassthrough) return false
  return !dialect || !('sql' in definition) || typeof emitterOf(definition.sql, dialect) === 'function'
}

/** Items that begin with the text come first, then items with a word that does, then items that contain it; each group keeps its order. */
function ranked(items: readonly CompletionItem[], written: string): CompletionItem[] {
  const wanted = written.toLowerCase().replace(/\\(.)/g, '$1')
  if (wanted === '') return items.slice(0, MAX_ITEMS)
  const ranks = items.map((item) => ({ item, rank: rankOf(item.label.toLowerCase(), wanted) }))
  return ranks
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
    .slice(0, MAX_ITEMS)
}

function rankOf(label: string, wanted: string): number {
  if (label.startsWith(wanted)) return 0
  const at = label.indexOf(wanted)
  if (at < 0) return 3
  return /[\s/_-]/.test(label[at - 1] ?? '') ? 1 : 2
}

/** Types of a parameter as text, for signature help. */
export function shownTypes(types: readonly Parameters<typeof describeType>[0][]): string {
  return types.map(describeType).join(' or ')
}
