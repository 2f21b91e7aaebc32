import type { WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { type ColumnHolder, changeElement, without } from './change-element.ts'

/** Who may see the values of columns; everyone else reads "Restricted". */
export type SecurityCriteria =
  | { kind: 'no-one-can-view' }
  | {
      kind: 'specific-users-and-teams'
      assignments: ({ type: 'user'; userId: string } | { type: 'team'; teamId: string })[]
    }
  | { kind: 'user-attribute'; assignments: { userAttributeId: string; value: string }[] }

export interface ColumnSecurity {
  id: string
  restrictedColumns: string[]
  criteria: SecurityCriteria
}

/** The rules that restrict any of the columns. A reader must satisfy all of them. */
export function securitiesOf(element: ColumnHolder, columnIds: readonly string[]): ColumnSecurity[] {
  return rulesOf(element).filter(({ restrictedColumns }) => restrictedColumns.some((id) => columnIds.includes(id)))
}

/** Replaces the rules of columns by one rule; null shows them to every reader. Other columns keep their rules. */
export function setColumnSecurity(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  criteria: SecurityCriteria | null,
  newId: () => string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const rest = rulesOf(element).flatMap((rule) => {
      const restrictedColumns = rule.restrictedColumns.filter((id) => !columnIds.includes(id))
      return restrictedColumns.length > 0 ? [{ ...rule, restrictedColumns }] : []
    })
    const rules = criteria ? [...rest, { id: newId(), restrictedColumns: [...columnIds], criteria }] : rest
    return rules.length > 0 ? { ...element, columnSecurities: rules } : without(element, 'columnSecurities')
  })
}

function rulesOf({ columnSecurities }: ColumnHolder): ColumnSecurity[] {
  if (!Array.isArray(columnSecurities)) return []
  return columnSecurities.filter(
    (rule: unknown): rule is ColumnSecurity => isRecord(rule) && Array.isArray(rule.restrictedColumns),
  )
}
