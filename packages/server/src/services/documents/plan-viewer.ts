import type { Viewer } from '@octavo/core/access'
import type { PlanViewer } from '@octavo/core/plan'

/** What formulas and the rules of columns know of who reads. A reader of a public embed has no account and is nobody. */
export function planViewerOf({ memberId, email, firstName, lastName, teams, attributes, via }: Viewer): PlanViewer {
  return {
    memberId,
    email: via.kind === 'embed' ? null : email,
    firstName,
    lastName,
    teams: [...teams],
    attributes: { ...attributes },
  }
}
