import { isRecord } from './check-schema.ts'

/** A source, or one inside it, with its path in the element. */
export interface SourceNode {
  source: Record<string, unknown>
  path: string
}

/**
 * The only traversal of sources: a source and all sources inside it, in document order. The checks of a document, the elements that an
 * element reads, the sources that the catalogue must load and the rights that a writer needs are all derived from this result, so that none
 * of them can miss a source that another one sees.
 */
export function sourceNodes(source: unknown, path = 'source'): SourceNode[] {
  if (!isRecord(source)) return []
  return [{ source, path }, ...innerOf(source).flatMap(([field, inner]) => sourceNodes(inner, `${path}.${field}`))]
}

/** The sources that read rows themselves: tables, custom SQL, elements, uploads and entered rows. */
export function leafSources(source: unknown): Record<string, unknown>[] {
  return sourceNodes(source).flatMap((node) => (isCombined(node.source) ? [] : [node.source]))
}

/** Whether a source only combines the rows of others; `source` is where a control takes its values from. */
function isCombined({ kind }: Record<string, unknown>): boolean {
  return kind === 'join' || kind === 'union' || kind === 'transpose' || kind === 'source'
}

function innerOf(source: Record<string, unknown>): [field: string, inner: unknown][] {
  switch (source.kind) {
    case 'join':
      return [
        ['primarySource', source.primarySource],
        ...listOf(source.joins).flatMap((join, index): [string, unknown][] =>
          isRecord(join)
            ? [
                [`joins[${index}].left`, join.left],
                [`joins[${index}].right`, join.right],
              ]
            : [],
        ),
      ]
    case 'union':
      return listOf(source.sources).map((part, index) => [`sources[${index}]`, part])
    case 'transpose':
    case 'source':
      return [['source', source.source]]
    default:
      return []
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
