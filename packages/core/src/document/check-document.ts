import type { BaseElement, WorkbookDocument } from './api.ts'
import { checkSchema, isRecord, type SchemaNode } from './check-schema.ts'
import { axisUses } from './elements/channels.ts'
import type { ColumnUse } from './elements/define.ts'
import { elementKinds, isModelled, knownFields } from './elements/index.ts'
import { columnsOf, findElement } from './lookups.ts'
import { elementName } from './names.ts'
import { type Findings, noFindings } from './problems.ts'

/** Where the elements stood in the published form, so that problems name places their author knows. */
export interface DocumentPaths {
  element(elementId: string): string
}

/**
 * Everything that can be said about a document without a catalogue, all at once: the shape of modelled kinds, ids,
 * references, sort levels, channels and circles, of elements that stand on no page too. The layout is checked by
 * `checkLayout`.
 */
export function checkDocument(document: WorkbookDocument, paths: DocumentPaths): Findings {
  const findings = noFindings()
  for (const element of Object.values(document.elements)) {
    const path = paths.element(element.id)
    const entry = elementKinds.get(element.kind)
    if (entry?.schema) checkSchema(entry.schema as SchemaNode, element, path, knownFields, findings)
    if (!entry) {
      findings.warnings.push({
        path: `${path}.kind`,
        message: `Unknown kind "${element.kind}" is kept as it is and not drawn`,
      })
    } else if (document.kind === 'data-model' && element.kind !== 'table' && element.kind !== 'control') {
      findings.problems.push({
        path: `${path}.kind`,
        message: `Invalid kind: "${element.kind}"`,
        hint: 'A data model holds tables and controls only.',
      })
    }
    new ElementCheck(document, element, path, findings).run()
  }
  checkControlIds(document, paths, findings)
  checkCircles(document, paths, findings)
  return findings
}

/** The checks of one element beyond its shape. Reads defensively: the shape may be wrong at the same time. */
class ElementCheck {
  private readonly document: WorkbookDocument
  private readonly element: BaseElement
  private readonly path: string
  private readonly findings: Findings
  private readonly columnIds: ReadonlySet<string>

  constructor(document: WorkbookDocument, element: BaseElement, path: string, findings: Findings) {
    this.document = document
    this.element = element
    this.path = path
    this.findings = findings
    this.columnIds = new Set(columnsOf(element).map(({ id }) => id))
  }

  run(): void {
    const { element } = this
    if (isRecord(element.source) && element.kind !== 'control') this.checkSource(element.source, 'source')
    if (!isModelled(element.kind)) return
    this.checkIds()
    for (const [index, filter] of records(element.filters)) {
      if (element.kind === 'control') continue
      this.ownColumn(filter.columnId, `filters[${index}].columnId`)
    }
    if (element.kind === 'table') this.checkTable()
    if (element.kind === 'control') this.checkControl()
    this.checkChannels()
  }

  private problem(path: string, message: string, hint?: string): void {
    this.findings.problems.push({
      path: `${this.path}.${path}`,
      message,
      ...(hint === undefined ? {} : { hint }),
    })
  }

  private notFound(path: string, name: unknown, hint?: string): void {
    this.problem(path, `Dependency not found: '${String(name)}'`, hint)
  }

  private ownColumn(columnId: unknown, path: string): void {
    if (typeof columnId !== 'string' || columnId === '' || this.columnIds.has(columnId)) return
    this.notFound(path, columnId, 'The element has no column of this id.')
  }

  /** Column, filter, grouping, metric, relationship, folder and security ids, each list in its own scope. */
  private checkIds(): void {
    const { element } = this
    for (const list of [
      'columns',
      'filters',
      'groupings',
      'metrics',
      'relationships',
      'folders',
      'columnSecurities',
      'actions',
    ]) {
      if (element.kind === 'control') return
      const seen = new Set<unknown>(list === 'groupings' || list === 'folders' ? this.columnIds : [])
      for (const [index, entry] of records(element[list])) {
        if (typeof entry.id !== 'string') continue
        if (seen.has(entry.id)) this.problem(`${list}[${index}].id`, 'Duplicate id', `"${entry.id}" is used twice.`)
        seen.add(entry.id)
      }
    }
  }

  private checkSource(source: Record<string, unknown>, path: string): void {
    switch (source.kind) {
      case 'table':
        this.checkTableRef(source, path)
        return
      case 'join':
        if (isRecord(source.primarySource)) this.checkSource(source.primarySource, `${path}.primarySource`)
        for (const [index, join] of records(source.joins)) {
          if (isRecord(join.left)) this.checkSource(join.left, `${path}.joins[${index}].left`)
          if (isRecord(join.right)) this.checkSource(join.right, `${path}.joins[${index}].right`)
        }
        return
      case 'union':
        for (const [index, part] of records(source.sources)) this.checkSource(part, `${path}.sources[${index}]`)
        for (const [index, match] of records(source.matches)) {
          const count = Array.isArray(source.sources) ? source.sources.length : 0
          if (Array.isArray(match.sourceColumns) && match.sourceColumns.length !== count) {
            this.problem(
              `${path}.matches[${index}].sourceColumns`,
              `Invalid array: ${match.sourceColumns.length} entries`,
              `One for each of the ${count} sources; null where a source has no such column.`,
            )
          }
        }
        return
      case 'transpose':
        if (isRecord(source.source)) this.checkSource(source.source, `${path}.source`)
        return
      default:
    }
  }

  private checkTableRef(source: Record<string, unknown>, path: string): void {
    if (typeof source.elementId !== 'string' || source.elementId === '') return
    const target = findElement(this.document, source.elementId)
    if (!target) {
      this.report(
        `${path}.elementId`,
        `Dependency not found: '${source.elementId}'`,
        'No element of the document has this id.',
      )
      return
    }
    if (!canBeSource(target)) {
      this.report(
        `${path}.elementId`,
        `Dependency not found: '${source.elementId}'`,
        `It is of kind ${target.kind}; only tables and input tables can be read.`,
      )
      return
    }
    if (typeof source.groupingId !== 'string') return
    const isThere = records(target.groupings).some(([, grouping]) => grouping.id === source.groupingId)
    if (!isThere) {
      this.report(
        `${path}.groupingId`,
        `Dependency not found: '${source.groupingId}'`,
        `'${target.id}' has no grouping of this id.`,
      )
    }
  }

  /** A kind that is only kept is not refused for what it points at. */
  private report(path: string, message: string, hint: string): void {
    if (isModelled(this.element.kind)) this.problem(path, message, hint)
    else this.findings.warnings.push({ path: `${this.path}.${path}`, message, hint })
  }

  private checkTable(): void {
    const { element } = this
    const folderIds = new Set(records(element.folders).map(([, folder]) => folder.id))
    const columnOrFolder = (id: unknown, path: string) => {
      if (!folderIds.has(id)) this.ownColumn(id, path)
    }
    const groupedIn = new Map<string, string>()
    for (const [index, grouping] of records(element.groupings)) {
      const path = `groupings[${index}]`
      const members = new Set<string>()
      for (const list of ['groupBy', 'calculations'] as const) {
        for (const [position, id] of strings(grouping[list])) {
          const place = `${path}.${list}[${position}]`
          columnOrFolder(id, place)
          const first = groupedIn.get(id)
          if (first !== undefined) {
            this.problem(
              place,
              `Column '${id}' is referenced from both '${first}' and '${place}'`,
              'A column stands in one grouping.',
            )
          }
          groupedIn.set(id, place)
          members.add(id)
        }
      }
      this.checkSort(grouping.sort, `${path}.sort`, (id) => members.has(id))
    }
    const summary = new Set(strings(element.summary).map(([, id]) => id))
    for (const [index, id] of strings(element.summary)) this.ownColumn(id, `summary[${index}]`)
    for (const [index, id] of strings(element.order)) columnOrFolder(id, `order[${index}]`)
    for (const [index, folder] of records(element.folders)) {
      for (const [position, id] of strings(folder.items)) columnOrFolder(id, `folders[${index}].items[${position}]`)
    }
    this.checkSort(element.sort, 'sort', (id) => this.columnIds.has(id) && !groupedIn.has(id) && !summary.has(id))
    for (const [index, rule] of records(element.columnSecurities)) {
      for (const [position, id] of strings(rule.restrictedColumns)) {
        this.ownColumn(id, `columnSecurities[${index}].restrictedColumns[${position}]`)
      }
    }
    for (const [index, format] of records(element.conditionalFormats)) {
      for (const [position, id] of strings(format.columnIds)) {
        this.ownColumn(id, `conditionalFormats[${index}].columnIds[${position}]`)
      }
    }
    for (const [index, metric] of records(element.metrics)) {
      if (isRecord(metric.timeline))
        this.ownColumn(metric.timeline.dateColumnId, `metrics[${index}].timeline.dateColumnId`)
    }
    for (const [index, relationship] of records(element.relationships))
      this.checkRelationship(relationship, `relationships[${index}]`)
    if (isRecord(element.frozenColumn)) this.ownColumn(element.frozenColumn.columnId, 'frozenColumn.columnId')
  }

  private checkSort(sort: unknown, path: string, isAtLevel: (columnId: string) => boolean): void {
    for (const [index, entry] of records(sort)) {
      if (typeof entry.columnId !== 'string' || isAtLevel(entry.columnId)) continue
      this.problem(
        `${path}[${index}].columnId`,
        'Sort column not found',
        this.columnIds.has(entry.columnId)
          ? `'${entry.columnId}' is not at this level; sort by it where it stands (grouping or rows).`
          : `The element has no column '${entry.columnId}'.`,
      )
    }
  }

  private checkRelationship(relationship: Record<string, unknown>, path: string): void {
    if (typeof relationship.targetElementId !== 'string') return
    const target = findElement(this.document, relationship.targetElementId)
    if (!target) this.notFound(`${path}.targetElementId`, relationship.targetElementId)
    for (const [index, key] of records(relationship.keys)) {
      this.ownColumn(key.sourceColumnId, `${path}.keys[${index}].sourceColumnId`)
      if (target && !hasColumn(target, key.targetColumnId)) {
        this.notFound(`${path}.keys[${index}].targetColumnId`, key.targetColumnId)
      }
    }
  }

  private checkControl(): void {
    const { element } = this
    for (const [index, filter] of records(element.filters)) {
      this.checkTarget(filter.source, filter.columnId, `filters[${index}]`, canBeSource)
    }
    if (isRecord(element.source)) {
      const { source } = element
      this.checkTarget(source.source, source.columnId, 'source', canBeSource)
      if (source.displayColumnId !== undefined) {
        this.checkTarget(source.source, source.displayColumnId, 'source', canBeSource, 'displayColumnId')
      }
    }
    for (const [index, target] of records(element.targets)) {
      this.checkTarget(target.source, target.columnId, `targets[${index}]`, () => true)
      for (const [position, columnId] of strings(target.columnIds)) {
        this.checkTarget(target.source, columnId, `targets[${index}]`, () => true, `columnIds[${position}]`)
      }
    }
  }

  private checkTarget(
    source: unknown,
    columnId: unknown,
    path: string,
    mayTarget: (element: BaseElement) => boolean,
    columnField = 'columnId',
  ): void {
    if (!isRecord(source) || source.kind !== 'table' || typeof source.elementId !== 'string') return
    const target = findElement(this.document, source.elementId)
    if (!target) {
      this.notFound(`${path}.source.elementId`, source.elementId, 'No element of the document has this id.')
    } else if (!mayTarget(target)) {
      this.notFound(
        `${path}.source.elementId`,
        source.elementId,
        `It is of kind ${target.kind}; a control aims at tables.`,
      )
    } else if (typeof columnId === 'string' && !hasColumn(target, columnId)) {
      this.notFound(`${path}.${columnField}`, columnId, `'${target.id}' has no column of this id.`)
    }
  }

  private checkChannels(): void {
    const { element } = this
    const uses = elementKinds.get(element.kind)?.channels?.(element) ?? []
    const seen = new Map<string, ColumnUse>()
    for (const use of uses) {
      if (typeof use.columnId !== 'string') continue
      this.ownColumn(use.columnId, use.path)
      const first = seen.get(use.columnId)
      if (first) {
        this.problem(
          use.path,
          `Column '${use.columnId}' is referenced from both '${first.path}' and '${use.path}'`,
          'For a second use add a column with the same formula.',
        )
      }
      seen.set(use.columnId, use)
    }
    const primary = new Set(axisUses(element, 'yAxis').map(({ columnId }) => columnId))
    for (const { path, columnId } of axisUses(element, 'yAxis2')) {
      if (!primary.has(columnId)) this.problem(path, `'${String(columnId)}' is not listed on yAxis.columnIds`)
    }
    for (const channel of ['xAxis', 'color']) {
      const holder = element[channel]
      if (isRecord(holder) && isRecord(holder.sort) && holder.sort.by !== 'row-count') {
        this.ownColumn(holder.sort.by, `${channel}.sort.by`)
      }
    }
  }
}

/** Two primary controls may not share a handle; a synced control needs the primary it names. */
function checkControlIds(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  const controls = Object.values(document.elements).filter(({ kind }) => kind === 'control')
  const primary = new Set<unknown>()
  for (const control of controls) {
    if (control.controlType === 'synced' || typeof control.controlId !== 'string') continue
    if (primary.has(control.controlId)) {
      findings.problems.push({
        path: `${paths.element(control.id)}.controlId`,
        message: 'Duplicate id',
        hint: `"${control.controlId}" names another control too; use controlType "synced" for a second view of it.`,
      })
    }
    primary.add(control.controlId)
  }
  for (const control of controls) {
    if (control.controlType !== 'synced' || primary.has(control.controlId)) continue
    findings.problems.push({
      path: `${paths.element(control.id)}.controlId`,
      message: `Dependency not found: '${String(control.controlId)}'`,
      hint: 'A synced control names the controlId of another control.',
    })
  }
}

/** Elements that read each other in a circle, each circle once and named in full. */
function checkCircles(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  const done = new Set<string>()
  const visit = (id: string, trail: readonly string[]): void => {
    const start = trail.indexOf(id)
    if (start >= 0) {
      const circle = [...trail.slice(start), id].map((member) => {
        const element = findElement(document, member)
        return (element && elementName(element)) ?? member
      })
      findings.problems.push({
        path: `${paths.element(id)}.source`,
        message: `Circular element reference: ${circle.join(' -> ')}`,
        hint: 'An element cannot read itself, directly or through others.',
      })
      return
    }
    if (done.has(id)) return
    done.add(id)
    const element = findElement(document, id)
    for (const next of element ? sourceElementIds(element.source) : []) {
      if (findElement(document, next)) visit(next, [...trail, id])
    }
  }
  for (const { id } of Object.values(document.elements)) visit(id, [])
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

/** Tables and input tables can be read; of a kind nobody knows we cannot say. */
function canBeSource(element: BaseElement): boolean {
  return element.kind === 'table' || element.kind === 'input-table' || !elementKinds.has(element.kind)
}

function hasColumn(element: BaseElement, columnId: unknown): boolean {
  if (!Array.isArray(element.columns)) return true
  return columnsOf(element).some(({ id }) => id === columnId)
}

function records(list: unknown): [number, Record<string, unknown>][] {
  return Array.isArray(list)
    ? [...list.entries()].filter((entry): entry is [number, Record<string, unknown>] => isRecord(entry[1]))
    : []
}

function strings(list: unknown): [number, string][] {
  return Array.isArray(list)
    ? [...list.entries()].filter((entry): entry is [number, string] => typeof entry[1] === 'string')
    : []
}
