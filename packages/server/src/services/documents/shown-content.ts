import { type ObjectFacts, permissionOn, seesPage, type Viewer } from '@octavo/core/access'
import { type WorkbookDocument, withoutPages } from '@octavo/core/document'

/** For each content, its variants without some pages: few distinct sets of readers ask for them repeatedly. */
const known = new WeakMap<WorkbookDocument, Map<string, WorkbookDocument>>()

/**
 * The parts of a document that a viewer may see: all except the pages that are hidden from them. Names in requests are looked up here, and
 * lists are made from it; queries are compiled from the whole content, because visible elements may read hidden ones.
 */
export function shownContent(viewer: Viewer, facts: ObjectFacts, content: WorkbookDocument): WorkbookDocument {
  return without(content, hiddenPages(viewer, facts, content))
}

/**
 * The same for the document as code. Members who may edit it get all of it, also of a tagged version, so that they can send it back; a
 * reader of an older version sees no page that is hidden from them in `latest`.
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
