import { isRecord } from './check-schema.ts'
import { canBeSource, type ElementContext, records } from './element-context.ts'
import { isModelled } from './elements/index.ts'
import { findElement } from './lookups.ts'

export function checkSource(context: ElementContext, source: Record<string, unknown>, path: string): void {
  switch (source.kind) {
    case 'table':
      checkTableRef(context, source, path)
      return
    case 'join':
      if (isRecord(source.primarySource)) checkSource(context, source.primarySource, `${path}.primarySource`)
      for (const [index, join] of records(source.joins)) {
        if (isRecord(join.left)) checkSource(context, join.left, `${path}.joins[${index}].left`)
        if (isRecord(join.right)) checkSource(context, join.right, `${path}.joins[${index}].right`)
      }
      return
    case 'union':
      for (const [index, part] of records(source.sources)) checkSource(context, part, `${path}.sources[${index}]`)
      for (const [index, match] of records(source.matches)) {
        const count = Array.isArray(source.sources) ? source.sources.length : 0
        if (Array.isArray(match.sourceColumns) && match.sourceColumns.length !== count) {
          context.problem(
            `${path}.matches[${index}].sourceColumns`,
            `Invalid array: ${match.sourceColumns.length} entries`,
            `One for each of the ${count} sources; null where a source has no such column.`,
          )
        }
      }
      return
    case 'transpose':
      if (isRecord(source.source)) checkSource(context, source.source, `${path}.source`)
      return
    default:
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

/** A kind that is only kept is not refused for what it points at. */
function report(context: ElementContext, path: string, message: string, hint: string): void {
  if (isModelled(context.element.kind)) context.problem(path, message, hint)
  else context.findings.warnings.push({ path: `${context.path}.${path}`, message, hint })
}

/** Ids of the elements of the same document that a source reads, each once. */
export function sourceElementIds(source: unknown): string[] {
  if (!isRecord(source)) return []
  switch (source.kind) {
    case 'table':
      return typeof source.elementId === 'string' ? [source.elementId] : []
    case 'linked':
      return typeof source.from === 'string' ? [source.from] : []
    case 'join': {
      const sides = records(source.joins).flatMap(([, join]) => [join.left, join.right])
      return [...new Set([source.primarySource, ...sides].flatMap(sourceElementIds))]
    }
    case 'union':
      return [...new Set(records(source.sources).flatMap(([, part]) => sourceElementIds(part)))]
    case 'transpose':
      return sourceElementIds(source.source)
    default:
      return []
  }
}
