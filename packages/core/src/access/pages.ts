import { type ObjectFacts, permissionOn } from './decide.ts'
import type { Viewer } from './viewer.ts'

/** To whom a page of a workbook is shown, as its document says; absent: to everybody who may see the workbook. */
export type PageVisibility =
  | 'hidden'
  | { kind: 'specific-users-and-teams'; assignments: { users?: readonly string[]; teams?: readonly string[] } }

/**
 * Whether the page is shown to somebody; for whom it is not meant it is not there, whatever they ask for. Who edits the
 * workbook sees all pages, but a tagged version, which nobody edits, shows everybody what it shows its readers.
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
