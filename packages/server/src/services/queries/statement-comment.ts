import type { Viewer } from '@octavo/core/access'
import type { Statement } from '@octavo/core/types'
import type { OpenConnection } from '../../connectors/sessions.ts'

/**
 * What asks for rows: a page in the making (`worksheet`), a page as its readers see it (`dashboard`), a file that somebody
 * wants (`download`), a schedule, or the picture of a page that lists show.
 */
export type QueryPurpose = 'worksheet' | 'dashboard' | 'download' | 'schedule' | 'picture'

/** What a statement is asked for. */
export interface Asker {
  documentId: string
  elementId: string
  purpose: QueryPurpose
  /** How long its element took to become a statement; absent where nobody measured. */
  compileMs?: number
  viewer: Pick<Viewer, 'memberId' | 'userKind' | 'via'>
}

/**
 * The statement with a comment for the log of the data platform: which document and element asked, for which kind of
 * viewer. Added last, so that equal questions of several tiles still share their rows.
 */
export function commented(
  statement: Statement,
  { isCommented }: Pick<OpenConnection, 'isCommented'>,
  { documentId, elementId, viewer }: Asker,
): Statement {
  if (!isCommented) return statement
  const facts = { document: documentId, element: elementId, viewer: `${viewer.userKind} ${viewer.via.kind}` }
  const text = Object.entries(facts).map(([name, value]) => `${name}=${plain(value)}`)
  return { ...statement, text: `/* octavo ${text.join(' ')} */\n${statement.text}` }
}

/** Ids may hold anything; nothing of them may end the comment or be a placeholder. */
function plain(id: string): string {
  return id.replace(/[^\w .-]/g, '_').slice(0, 100)
}
