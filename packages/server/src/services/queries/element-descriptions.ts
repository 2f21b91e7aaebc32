import type { Viewer } from '@octavo/core/access'
import type { ElementExplanation } from '@octavo/core/contract'
import { withComputedFormulas } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { CompiledColumn } from '@octavo/core/plan'
import type { OpenDocument } from '../documents/open-document.ts'
import type { ElementCompiler, QueriedDocument } from './element-compiler.ts'
import type { Queries } from './queries.ts'
import { readableSql } from './readable-sql.ts'

/** Columns, SQL and steps of an element, compiled for a viewer with the saved values of its controls. */
export interface ElementDescriptions {
  columns(
    viewer: Viewer,
    open: OpenDocument,
    elementId: string,
    signal: AbortSignal,
  ): Promise<readonly CompiledColumn[]>
  /** The statement of all rows, or the reason why there is none. */
  statement(
    viewer: Viewer,
    open: OpenDocument,
    elementId: string,
    signal: AbortSignal,
  ): Promise<{ sql: string } | { error: string }>
  /** The steps that compute each level of the element. */
  explain(viewer: Viewer, open: OpenDocument, elementId: string, signal: AbortSignal): Promise<ElementExplanation>
}

/** An open document in the form that queries accept. */
export function queriedDocument(open: OpenDocument): QueriedDocument {
  const { record, version, isDraft, content, fingerprint } = open
  const { document, inode } = record
  const stored = isDraft ? `draft ${document.draft_revision}` : String(version)
  return {
    id: inode.id,
    versionKey: fingerprint === undefined ? stored : `${stored} with ${fingerprint}`,
    version,
    content: withComputedFormulas(content),
  }
}

/** For lists of elements, columns and SQL. */
export function createElementDescriptions({
  compiler,
  queries,
}: {
  compiler: ElementCompiler
  queries: Queries
}): ElementDescriptions {
  return {
    async columns(viewer, open, elementId, signal) {
      const scope = await compiler.begin(viewer, queriedDocument(open), {})
      return (await compiler.columns(scope, elementId, signal)).columns
    },
    explain: (viewer, open, elementId, signal) => queries.explain(viewer, queriedDocument(open), elementId, signal),
    async statement(viewer, open, elementId, signal) {
      try {
        const { statement } = await queries.explainSql(viewer, queriedDocument(open), elementId, {}, signal)
        return { sql: readableSql(statement) }
      } catch (error) {
        if (isAppError(error) && error.status < 500) return { error: error.message }
        throw error
      }
    },
  }
}
