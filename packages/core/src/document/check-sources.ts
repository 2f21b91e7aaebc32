import { canBeSource, type ElementContext, records } from './element-context.ts'
import { isModelled } from './elements/index.ts'
import { findElement } from './lookups.ts'
import { leafSources, sourceNodes } from './source-walk.ts'

export function checkSource(context: ElementContext, source: Record<string, unknown>, path: string): void {
  for (const node of sourceNodes(source, path)) {
    if (node.source.kind === 'table') checkTableRef(context, node.source, node.path)
    if (node.source.kind === 'union') checkMatches(context, node.source, node.path)
  }
}

function checkMatches(context: ElementContext, source: Record<string, unknown>, path: string): void {
  const count = Array.isArray(source.sources) ? source.sources.length : 0
  for (const [index, match] of records(source.matches)) {
    if (!Array.isArray(match.sourceColumns) || match.sourceColumns.length === count) continue
    context.problem(
      `${path}.matches[${index}].sourceColumns`,
      `Invalid array: ${match.sourceColumns.length} entries`,
      `One for each of the ${count} sources; null where a source has no such column.`,
    )
  }
}

function checkTableRef(context: ElementContext, source: Record<string, unknown>, path: string): void {
  if (typeof source.elementId !== 'string' || source.elementId === '') return
  const target = findElement(context.document, source.elementId)
  if (!target) {
    report(
      context,
      `${path}.elementId`,
      `Dependency not found: '${source.elementId}'`,
      'No element of the document has this id.',
    )
    return
  }
  if (!canBeSource(target)) {
    report(
      context,
      `${path}.elementId`,
      `Dependency not found: '${source.elementId}'`,
      `It is of kind ${target.kind}; only tables and input tables can be read.`,
    )
    return
  }
  if (typeof source.groupingId !== 'string') return
  const isThere = records(target.groupings).some(([, grouping]) => grouping.id === source.groupingId)
  if (!isThere) {
    report(
      context,
      `${path}.groupingId`,
      `Dependency not found: '${source.groupingId}'`,
      `'${target.id}' has no grouping of this id.`,
    )
  }
}

/** Sources of elements whose kind is not modelled are not refused. */
function report(context: ElementContext, path: string, message: string, hint: string): void {
  if (isModelled(context.element.kind)) context.problem(path, message, hint)
  else context.findings.warnings.push({ path: `${context.path}.${path}`, message, hint })
}

/** Ids of the elements of the same document that a source reads, each once. */
export function sourceElementIds(source: unknown): string[] {
  const ids = leafSources(source).map(({ kind, elementId, from }) =>
    kind === 'table' ? elementId : kind === 'linked' ? from : undefined,
  )
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
