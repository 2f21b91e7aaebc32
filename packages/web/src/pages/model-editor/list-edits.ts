import type { DocumentEdit, TableElement } from '@octavo/core/document'

type ListField = 'relationships' | 'metrics'

/** The edits that put an entry into a list of a table: in the place of the entry with its id, otherwise at the end. */
export function withEntry(
  element: TableElement,
  field: ListField,
  entry: { id: string } & Readonly<Record<string, unknown>>,
): DocumentEdit[] {
  const list: readonly { id: string }[] = element[field] ?? []
  const at = ['elements', { id: element.id }, field] as const
  if (list.length === 0) return [{ op: 'set', at: [...at], value: [entry] }]
  const index = list.findIndex(({ id }) => id === entry.id)
  if (index < 0) return [{ op: 'insert', at: [...at], entry, after: list.at(-1)?.id ?? null }]
  return [
    { op: 'remove', at: [...at], id: entry.id },
    { op: 'insert', at: [...at], entry, after: list[index - 1]?.id ?? null },
  ]
}

/** The edits that remove an entry from a list of a table; an empty list is removed too. */
export function withoutEntry(element: TableElement, field: ListField, id: string): DocumentEdit[] {
  const list: readonly { id: string }[] = element[field] ?? []
  const at = ['elements', { id: element.id }, field] as const
  return list.length === 1 && list[0]?.id === id ? [{ op: 'set', at: [...at] }] : [{ op: 'remove', at: [...at], id }]
}
