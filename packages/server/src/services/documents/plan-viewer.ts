import type { Viewer } from '@octavo/core/access'
import type { PlanViewer } from '@octavo/core/plan'

/** Facts about the reader that formulas and column rules use. A reader of a public embed has no account and is anonymous. */
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
