import type { FormulaBinding } from '../../document/index.ts'
import type { Span } from '../../formula/index.ts'
import type { SourceColumn, SourceModel } from '../model/element-model.ts'

/** Bindings of one element by the path of their text. */
export type ElementBindings = Readonly<Record<string, readonly FormulaBinding[]>>

/** The column of a source that the text at a path is bound to at a span, whatever it is called now. */
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
 * The column of a source that another element has under this id. The sides of a join may read the same element: then the
 * name before the slash says which of them is meant.
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
