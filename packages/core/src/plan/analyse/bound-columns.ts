import type { FormulaBinding } from '../../document/index.ts'
import type { Span } from '../../formula/index.ts'
import type { SourceColumn, SourceModel } from '../model/element-model.ts'

/** Bindings of one element by the path of their text. */
export type ElementBindings = Readonly<Record<string, readonly FormulaBinding[]>>

/** The source column that the stored bindings record for the text at this path and span, whatever its current name. */
export function boundColumn(
  bindings: ElementBindings,
  path: string,
  span: Span | undefined,
  { elementId, documentId, columns }: SourceModel,
): SourceColumn | undefined {
  const binding = span && bindings[path]?.find(({ start, end }) => start === span.start && end === span.end)
  if (binding?.kind !== 'column') return undefined
  if (binding.elementId !== elementId || binding.documentId !== documentId) return undefined
  return columns.find(({ id }) => id === binding.columnId)
}

/**
 * The source column that another element has under this id. Both sides of a join may read the same element; the name before the slash then
 * decides which side is meant.
 */
export function columnOfOrigin(
  { columns }: SourceModel,
  { columnId, elementId, documentId }: Pick<FormulaBinding, 'columnId' | 'elementId' | 'documentId'>,
  prefix: string,
): SourceColumn | undefined {
  const found = columns.filter(
    ({ origin }) =>
      origin?.columnId === columnId && origin?.elementId === elementId && origin?.documentId === documentId,
  )
  const isNamed = ({ prefixes = [] }: SourceColumn) =>
    prefixes.some((name) => name.toLowerCase() === prefix.toLowerCase())
  return found.find(isNamed) ?? found[0]
}
