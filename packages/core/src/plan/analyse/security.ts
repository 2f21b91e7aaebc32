import type { PlanViewer } from '../model/api.ts'
import type { ColumnSecurity } from '../model/element-model.ts'
import { isRecord } from './controls.ts'

export function columnSecuritiesOf(element: Readonly<Record<string, unknown>>): ColumnSecurity[] {
  if (!Array.isArray(element.columnSecurities)) return []
  return element.columnSecurities.filter(isRecord).map((rule) => ({
    restrictedColumns: Array.isArray(rule.restrictedColumns) ? rule.restrictedColumns.map(String) : [],
    criteria: rule.criteria,
  }))
}

/**
 * Columns that the viewer may not see. When several rules restrict one column, all must allow it; within a rule one matching user, team or
 * attribute value is enough. A rule that cannot be read hides its columns.
 */
export function restrictedColumns(securities: readonly ColumnSecurity[], viewer: PlanViewer): Set<string> {
  const hidden = new Set<string>()
  for (const { restrictedColumns: columns, criteria } of securities) {
    if (!maySee(criteria, viewer)) for (const column of columns) hidden.add(column)
  }
  return hidden
}

/** Ids of the columns of an element that the viewer may not see. */
export const columnsHiddenFrom = (element: Readonly<Record<string, unknown>>, viewer: PlanViewer): Set<string> =>
  restrictedColumns(columnSecuritiesOf(element), viewer)

function maySee(criteria: unknown, viewer: PlanViewer): boolean {
  if (!isRecord(criteria)) return false
  const assignments = Array.isArray(criteria.assignments) ? criteria.assignments.filter(isRecord) : []
  switch (criteria.kind) {
    case 'specific-users-and-teams':
      return assignments.some(
        (entry) =>
          (entry.type === 'user' && entry.userId === viewer.memberId) ||
          (entry.type === 'team' && viewer.teams.some((team) => team.id === entry.teamId)),
      )
    case 'user-attribute':
      return assignments.some((entry) => {
        const own = viewer.attributes[String(entry.userAttributeId)]
        return own !== undefined && own === entry.value
      })
    default:
      return false
  }
}
