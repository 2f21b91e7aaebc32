import { type ObjectFacts, permissionOn } from './decide.ts'
import type { Viewer } from './viewer.ts'

/** Who may see a page of a workbook, as its document says; absent: everyone who may see the workbook. */
export type PageVisibility =
  | 'hidden'
  | { kind: 'specific-users-and-teams'; assignments: { users?: readonly string[]; teams?: readonly string[] } }

/**
 * Whether a reader sees the page. Pages hidden from a viewer behave as if they did not exist. Users who may edit the workbook see all
 * pages. A tagged version cannot be edited, so it hides pages from them as from any reader.
 */
export function showsPage(
  visibility: PageVisibility | undefined,
  reader: { memberId: string; teamIds: readonly string[]; mayEdit: boolean },
): boolean {
  if (reader.mayEdit || visibility === undefined) return true
  if (visibility === 'hidden') return false
  const { users = [], teams = [] } = visibility.assignments
  return users.includes(reader.memberId) || teams.some((id) => reader.teamIds.includes(id))
}

/** The same for a viewer and the facts of the workbook. */
export function seesPage(viewer: Viewer, workbook: ObjectFacts, visibility: PageVisibility | undefined): boolean {
  const mayEdit = workbook.isTagged !== true && permissionOn(viewer, workbook) === 'edit'
  return showsPage(visibility, { memberId: viewer.memberId, teamIds: viewer.teams.map(({ id }) => id), mayEdit })
}
