import type { Expression } from '../../formula/index.ts'
import type { ElementModel, ModelColumn, ModelSort } from '../model/element-model.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** The column whose values are limited; null where it is not a column of the element. */
export function limitedColumn(call: Call): string | null {
  const [output] = call.args
  return output?.kind === 'reference' && output.target.kind === 'column' ? output.target.columnId : null
}

/**
 * The sorts that decide which values of a key come first: the sorts of the key itself, by its own values or by another value, else the
 * sorts of its grouping.
 */
export function sortsOfKey(
  { groupings, byId }: Pick<ElementModel, 'groupings' | 'byId'>,
  key: ModelColumn,
  limited: string,
): ModelSort[] {
  const all = groupings[key.level - 1]?.sort ?? []
  const isOfKey = ({ columnId, totalBy }: ModelSort) =>
    totalBy ? totalBy.at(-1) === key.id : columnId === key.id || !byId.get(columnId)?.isKey
  const [first] = all.filter(isOfKey)
  if (first?.columnId === key.id) return [{ ...first, columnId: limited }]
  const sorts = all.filter(({ columnId }) => !byId.get(columnId)?.isKey)
  const own = sorts.filter(({ totalBy }) => totalBy?.at(-1) === key.id)
  return own.length > 0 ? own : sorts
}
