import {
  columnsOf,
  findElement,
  namesInPolicies,
  type PolicyFinding,
  policyFindings,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { Problem } from '@octavo/core/errors'
import type { Queryable } from '../../store/index.ts'
import { findTeamByName } from '../../store/teams.ts'
import { findUserAttributeByName } from '../../store/user-attributes.ts'

/** Row policies that their authors probably did not intend, with paths in the request body. */
export async function policyWarnings(
  db: Queryable,
  organizationId: string,
  content: WorkbookDocument,
  pathOf: (elementId: string, field: string) => string,
): Promise<Problem[]> {
  const asked = namesInPolicies(content)
  const attributes = new Set<string>()
  for (const name of asked.attributes) {
    if (await findUserAttributeByName(db, organizationId, name)) attributes.add(name)
  }
  const teams = new Set<string>()
  for (const name of asked.teams) if (await findTeamByName(db, organizationId, name)) teams.add(name)
  return policyFindings(content, { attributes, teams }).map((finding) => {
    const element = findElement(content, finding.elementId)
    const place = element ? columnsOf(element).findIndex(({ id }) => id === finding.columnId) : -1
    return { path: pathOf(finding.elementId, `columns[${place}].formula`), code: finding.code, ...wordsOf(finding) }
  })
}

function wordsOf({ code, name }: PolicyFinding): { message: string; hint: string } {
  switch (code) {
    case 'policy_unknown_attribute':
      return {
        message: `The row policy asks for the user attribute "${name}", which does not exist.`,
        hint: 'Its value is null for everybody: make the attribute, or correct its name. Case matters.',
      }
    case 'policy_unknown_team':
      return {
        message: `The row policy asks for the team "${name}", which does not exist.`,
        hint: 'The team has no members because it does not exist: create it, or correct its name. Case matters.',
      }
    case 'policy_never_matches':
      return {
        message: 'The row policy hides every row from every reader.',
        hint: 'Look at the values of its filter, and at comparisons with null.',
      }
    case 'policy_allows_everything':
      return {
        message: 'The row policy shows every row to every reader.',
        hint: 'Choose the value true in its filter alone, and switch the filter on.',
      }
    case 'policy_not_fenced':
      return {
        message: 'The row policy reads more than its row, so other conditions may run before it.',
        hint: 'Use a formula without aggregates and windows, in a column outside of groups. Errors of other formulas could show values of hidden rows.',
      }
  }
}
