import type { WebSession } from '@octavo/core/contract'
import type { OpenPage } from '../editor/index.ts'

type Modes = OpenPage['entersRows']

const inDraft: Modes = new Set(['edit'])
const ofExplorers: Modes = new Set(['explore', 'view'])
const ofViewers: Modes = new Set(['view'])

/** The input tables that the reader may enter rows into, by their `inputMode`: in a draft, or in the published version. */
export function entryModes(
  session: WebSession | null,
  { isDraft, mayExplore }: { isDraft: boolean; mayExplore: boolean },
): Modes {
  if (session === null || session.viewAs) return undefined
  const { isAdmin, permissions } = session.member
  if (!isAdmin && !permissions.includes('edit-input-tables')) return undefined
  if (isDraft) return inDraft
  return mayExplore ? ofExplorers : ofViewers
}
