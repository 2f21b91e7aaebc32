import { type ObjectFacts, permissionOn, seesPage, type Viewer } from '@octavo/core/access'
import { type WorkbookDocument, withoutPages } from '@octavo/core/document'

/** Of one content, what is left without some of its pages: a handful of kinds of readers ask again and again. */
const known = new WeakMap<WorkbookDocument, Map<string, WorkbookDocument>>()

/**
 * What a viewer may know of a document: all but the pages that are not shown to them. Whatever a request names is looked
 * up here, and lists are made of it; queries are compiled from the whole content, since what is shown may read what is not.
 */
export function shownContent(viewer: Viewer, facts: ObjectFacts, content: WorkbookDocument): WorkbookDocument {
  return without(content, hiddenPages(viewer, facts, content))
}

/**
 * The same for the document as code. Whoever may edit it gets all of it, also of a tagged version, to send it again; a
 * reader of an older version sees no page that is kept from them in `latest`.
 */
export function shownCode(
  viewer: Viewer,
  facts: ObjectFacts,
  content: WorkbookDocument,
  latest: WorkbookDocument,
): WorkbookDocument {
  if (permissionOn(viewer, facts) === 'edit') return content
  return without(content, [...hiddenPages(viewer, facts, content), ...hiddenPages(viewer, facts, latest)])
}

function hiddenPages(viewer: Viewer, facts: ObjectFacts, content: WorkbookDocument): string[] {
  return content.pages.filter(({ visibility }) => !seesPage(viewer, facts, visibility)).map(({ id }) => id)
}

function without(content: WorkbookDocument, pageIds: readonly string[]): WorkbookDocument {
  if (pageIds.length === 0) return content
  const key = JSON.stringify(pageIds)
  const made = known.get(content)?.get(key) ?? withoutPages(content, new Set(pageIds))
  if (!known.has(content)) known.set(content, new Map())
  known.get(content)?.set(key, made)
  return made
}
