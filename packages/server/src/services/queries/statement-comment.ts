import type { Viewer } from '@octavo/core/access'
import type { Statement } from '@octavo/core/types'
import type { OpenConnection } from '../../connectors/sessions.ts'

/**
 * Purpose of a query: editing a page (`worksheet`), reading a page (`dashboard`), an exported file (`download`), a schedule, or the picture
 * of a page in lists.
 */
export type QueryPurpose = 'worksheet' | 'dashboard' | 'download' | 'schedule' | 'picture'

/** The context in which a statement is requested. */
export interface Asker {
  documentId: string
  elementId: string
  purpose: QueryPurpose
  /** Time to compile its element; absent when not measured. */
  compileMs?: number
  viewer: Pick<Viewer, 'memberId' | 'userKind' | 'via'>
}

/**
 * The statement with a comment for the data platform's log: the requesting document and element, and the kind of viewer. Added last, so
 * that equal statements of several tiles still share their rows.
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

/** Ids may contain any characters; they must not end the comment or form a placeholder. */
function plain(id: string): string {
  return id.replace(/[^\w .-]/g, '_').slice(0, 100)
}
