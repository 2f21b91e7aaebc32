import type { RowFunction } from './row-functions.ts'
import { decimalText, int, isDecimal, isList, isNumber, keyOf, type List, toFloat, type Value } from './values.ts'

const listOf = (value: Value | undefined): List | null =>
  value !== undefined && value !== null && isList(value) ? value : null
const numberOf = (value: Value | undefined) => (value !== undefined && isNumber(value) ? toFloat(value) : 0)

/** An element as text: the result of `Text` for it. */
export function textOfElement(value: Value): string | null {
  if (value === null || typeof value === 'string') return value
  if (isDecimal(value)) return decimalText(value)
  if (typeof value === 'boolean') return String(value)
  throw new Error('Elements are texts, whole numbers and logical values')
}

/** Null as soon as an argument is null. */
const strict =
  (of: (args: Value[]) => Value): RowFunction =>
  (args) =>
    args.includes(null) ? null : of(args)

const different = (items: Value[]) => [...new Map(items.map((item) => [keyOf(item), item])).values()]

export const arrayFunctions: Record<string, RowFunction> = {
  Array: (items) => ({ items }),
  RaggedHierarchy: (levels) => ({ items: levels.filter((level) => level !== null) }),
  at: strict(([list, index]) => listOf(list)?.items[numberOf(index)] ?? null),
  ArrayLength: strict(([list]) => int(listOf(list)?.items.length ?? 0)),
  ArrayCompact: strict(([list]) => ({ items: (listOf(list)?.items ?? []).filter((item) => item !== null) })),
  ArrayConcat: strict((lists) => ({ items: lists.flatMap((list) => listOf(list)?.items ?? []) })),
  ArrayContains: strict(([list, item]) => (listOf(list)?.items ?? []).some((own) => own === item)),
  ArrayDistinct: strict(([list]) => ({ items: different(listOf(list)?.items ?? []) })),
  ArrayExcept: strict(([list, others]) => {
    const left = new Set(listOf(others)?.items.map(keyOf))
    return { items: different(listOf(list)?.items ?? []).filter((item) => !left.has(keyOf(item))) }
  }),
  ArrayIntersection: strict(([list, others]) => {
    const kept = new Set(listOf(others)?.items.map(keyOf))
    return { items: different(listOf(list)?.items ?? []).filter((item) => kept.has(keyOf(item))) }
  }),
  ArrayJoin: strict(([list, separator, replacement]) => {
    const texts = (listOf(list)?.items ?? []).map((item) => textOfElement(item) ?? replacement ?? null)
    return texts.filter((text) => text !== null).join(separator === undefined ? ',' : String(separator))
  }),
  ArraySlice: strict(([list, start, length]) => {
    const { items } = listOf(list) ?? { items: [] }
    const given = numberOf(start)
    const from = Math.max(given < 0 ? items.length + given : given, 0)
    const to = length === undefined ? items.length : from + numberOf(length)
    return { items: to < from ? [] : items.slice(from, to) }
  }),
  Sequence: strict(([start, end, step]) => {
    const [from, to, by] = [numberOf(start), numberOf(end), step === undefined ? 1 : numberOf(step)]
    if (by === 0 || Math.sign(to - from) * by < 0) return { items: [] }
    return { items: Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => int(from + index * by)) }
  }),
  SplitToArray: strict(([text, delimiter]) => {
    if (delimiter === '') return { items: text === '' ? [''] : Array.from(String(text)) }
    return { items: String(text).split(String(delimiter)) }
  }),
}
