import type { TableAnnotationChange } from '@octavo/core/contract'
import type { ColumnFormat } from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'

/** Members' annotations of a table in stored form. Absent fields use the data platform's values. */
export interface TableAnnotation {
  friendlyName?: string
  description?: string
  isHidden?: true
  /** Keyed by column name. */
  columns: Record<string, ColumnAnnotation>
}

export interface ColumnAnnotation {
  friendlyName?: string
  description?: string
  isHidden?: true
  format?: ColumnFormat
}

type Change = Omit<NonNullable<TableAnnotationChange['columns']>[number], 'name'>

export const noAnnotation: TableAnnotation = { columns: {} }

/**
 * The annotation after a change. Throws `invalid_request` for unknown columns and for a display name that two columns would share.
 */
export function changed(
  before: TableAnnotation,
  { columns = [], ...own }: TableAnnotationChange,
  names: readonly string[],
): TableAnnotation {
  const problems: Problem[] = columns.flatMap(({ name }, index) =>
    names.includes(name) ? [] : [{ path: `columns[${index}].name`, message: `The table has no column "${name}".` }],
  )
  const after = new Map(Object.entries(before.columns))
  for (const { name, ...change } of columns) after.set(name, changedFields(after.get(name) ?? {}, change))
  for (const [name, fields] of after) if (Object.keys(fields).length === 0) after.delete(name)
  problems.push(...sharedNames(after, names))
  if (problems.length > 0) throw new AppError('invalid_request', { reason: problems[0]?.message ?? '', problems })
  const { columns: _, ...present } = before
  return { ...changedFields(present, own), columns: Object.fromEntries(after) }
}

function changedFields(before: ColumnAnnotation, change: Change): ColumnAnnotation {
  const { friendlyName, description, visibility, format } = change
  const wanted = {
    friendlyName,
    description,
    format,
    isHidden: visibility === undefined ? undefined : visibility === 'hidden' || null,
  }
  const kept = Object.entries({ ...before, ...withoutAbsent(wanted) })
  return Object.fromEntries(kept.filter(([, value]) => value !== null && value !== ''))
}

const withoutAbsent = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Columns are looked up by name, so two columns of a table cannot share one. */
function sharedNames(columns: ReadonlyMap<string, ColumnAnnotation>, names: readonly string[]): Problem[] {
  const shown = names.map((name) => columns.get(name)?.friendlyName ?? name)
  return names.flatMap((name, index) => {
    const friendly = columns.get(name)?.friendlyName
    const isShared = friendly !== undefined && shown.some((other, at) => at !== index && other === friendly)
    const message = `"${friendly}" is the name of two columns.`
    return isShared ? [{ path: 'columns', message }] : []
  })
}
