import type { BaseElement, WorkbookDocument } from './api.ts'
import { checkEffects, type Missing } from './check-actions.ts'
import { checkSchema, isRecord, type SchemaNode } from './check-schema.ts'
import { Agent } from './elements/actions.ts'
import { axisUses, pointerListUses } from './elements/channels.ts'
import type { ColumnUse } from './elements/define.ts'
import { elementKinds, isModelled, knownFields } from './elements/index.ts'
import { columnsOf, findElement } from './lookups.ts'
import { elementName } from './names.ts'
import { type Findings, noFindings } from './problems.ts'

/** Where the elements stood in the published form, so that problems name places their author knows. */
export interface DocumentPaths {
  element(elementId: string): string
  /** Pages and overlays. */
  holder?(holderId: string): string | undefined
  agents?: string
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
  checkHolders(document, paths, findings)
  checkAgents(document, paths, findings)
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
    if (element.kind !== 'control') this.checkLists()
    if (element.kind === 'table') this.checkTable()
    if (element.kind === 'control') this.checkControl()
    if (element.kind === 'pivot-table') this.checkPivot()
    if (element.kind === 'input-table') this.checkInputTable()
    if (element.kind === 'navigation') this.checkNavigation()
    if (element.kind === 'plugin') this.checkPlugin()
    if (element.kind === 'chat') this.checkChat()
    this.checkChannels()
    const missing: Missing = (path, name, hint) => this.notFound(path, name, hint)
    checkEffects(this.document, element.actions, 'actions', missing, element)
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
    // A repeated container lists no columns: it sorts and filters by those of its source.
    if (this.element.columns === undefined) return
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
    for (const [index, metric] of records(element.metrics)) {
      if (isRecord(metric.timeline))
        this.ownColumn(metric.timeline.dateColumnId, `metrics[${index}].timeline.dateColumnId`)
    }
    for (const [index, relationship] of records(element.relationships))
      this.checkRelationship(relationship, `relationships[${index}]`)
  }

  /** Lists of columns that several kinds have. */
  private checkLists(): void {
    const { element } = this
    for (const [index, format] of records(element.conditionalFormats)) {
      for (const [position, id] of strings(format.columnIds)) {
        this.ownColumn(id, `conditionalFormats[${index}].columnIds[${position}]`)
      }
    }
    if (isRecord(element.frozenColumn)) this.ownColumn(element.frozenColumn.columnId, 'frozenColumn.columnId')
    for (const list of ['label', 'tooltip']) {
      for (const { path, columnId } of pointerListUses(element, list)) this.ownColumn(columnId, path)
    }
    for (const [index, line] of records(element.trendlines)) {
      this.ownColumn(line.columnId, `trendlines[${index}].columnId`)
    }
    for (const [index, mark] of records(element.refMarks)) {
      for (const field of ['value', 'endValue']) {
        const value = mark[field]
        if (isRecord(value)) this.ownColumn(value.columnId, `refMarks[${index}].${field}.columnId`)
      }
    }
    for (const [index, column] of records(element.columns)) {
      if (isRecord(column.link)) this.ownColumn(column.link.columnId, `columns[${index}].link.columnId`)
    }
    const startPoint = element.startPoint
    if (isRecord(startPoint) && isRecord(startPoint.value)) {
      this.ownColumn(startPoint.value.columnId, 'startPoint.value.columnId')
    }
  }

  private checkPivot(): void {
    const { element } = this
    const totals = ['grand-row-total', 'grand-column-total']
    for (const [index, total] of records(element.axisTotals)) {
      const path = `axisTotals[${index}]`
      if (!totals.includes(String(total.axisId))) this.ownColumn(total.axisId, `${path}.axisId`)
      for (const list of ['calculations', 'cellFormats']) {
        for (const [position, entry] of records(total[list])) {
          this.ownColumn(entry.columnId, `${path}.${list}[${position}].columnId`)
        }
      }
    }
    for (const [index, calculation] of records(element.adhocCalcs)) {
      this.ownColumn(calculation.inColumn, `adhocCalcs[${index}].inColumn`)
    }
    for (const shelf of ['rowsBy', 'columnsBy']) {
      for (const [index, entry] of records(element[shelf])) {
        if (isRecord(entry.sort) && entry.sort.by !== 'row-count') {
          this.ownColumn(entry.sort.by, `${shelf}[${index}].sort.by`)
        }
      }
    }
  }

  private checkInputTable(): void {
    const { element } = this
    const from = isRecord(element.source) && element.source.kind === 'linked' ? element.source.from : undefined
    const source = typeof from === 'string' ? findElement(this.document, from) : undefined
    if (typeof from === 'string' && from !== '' && !source) {
      this.notFound('source.from', from, 'No element of the document has this id.')
    }
    for (const [index, column] of records(element.columns)) {
      const path = `columns[${index}]`
      if (column.key !== undefined && source && !hasColumn(source, column.key)) {
        this.notFound(`${path}.key`, column.key, `'${source.id}' has no column of this id.`)
      }
      const { valuesFrom } = column
      if (!isRecord(valuesFrom) || typeof valuesFrom.element !== 'string') continue
      const values = findElement(this.document, valuesFrom.element)
      if (!values) this.notFound(`${path}.valuesFrom.element`, valuesFrom.element)
      else if (!hasColumn(values, valuesFrom.column)) this.notFound(`${path}.valuesFrom.column`, valuesFrom.column)
    }
    for (const [index, id] of strings(element.summary)) this.ownColumn(id, `summary[${index}]`)
    this.checkSort(element.sort, 'sort', (id) => this.columnIds.has(id))
  }

  private checkNavigation(): void {
    const { element } = this
    const holders = [...this.document.pages, ...this.document.overlays]
    const page = (id: unknown, path: string) => {
      if (typeof id === 'string' && !holders.some((holder) => holder.id === id)) {
        this.notFound(path, id, 'No page has this id.')
      }
    }
    const items = (list: unknown, path: string): void => {
      for (const [index, item] of records(list)) {
        const at = `${path}[${index}]`
        if (isRecord(item.destination)) {
          const { pageId, elementId } = item.destination
          page(pageId, `${at}.destination.pageId`)
          if (typeof elementId === 'string' && !findElement(this.document, elementId)) {
            this.notFound(`${at}.destination.elementId`, elementId, 'No element of the document has this id.')
          }
        }
        items(item.submenu, `${at}.submenu`)
      }
    }
    items(element.options, 'options')
    if (isRecord(element.pageLabels)) {
      for (const id of Object.keys(element.pageLabels)) page(id, `pageLabels.${id}`)
    }
  }

  /** A column entry names the key of an element entry; its columns are those of that element. */
  private checkPlugin(): void {
    const { config } = this.element
    if (!isRecord(config)) return
    for (const [name, entry] of Object.entries(config)) {
      if (!isRecord(entry)) continue
      const path = `config.${name}`
      if (entry.kind === 'element' && typeof entry.elementId === 'string') {
        if (!findElement(this.document, entry.elementId)) this.notFound(`${path}.elementId`, entry.elementId)
      }
      if (entry.kind === 'control' && typeof entry.controlId === 'string') {
        const isThere = Object.values(this.document.elements).some(({ controlId }) => controlId === entry.controlId)
        if (!isThere) this.notFound(`${path}.controlId`, entry.controlId)
      }
      if (entry.kind !== 'column') continue
      const holder =
        typeof entry.source === 'string' && Object.hasOwn(config, entry.source) ? config[entry.source] : null
      const source =
        isRecord(holder) && typeof holder.elementId === 'string' ? findElement(this.document, holder.elementId) : null
      if (!source) continue
      if (entry.columnId !== undefined && !hasColumn(source, entry.columnId)) {
        this.notFound(`${path}.columnId`, entry.columnId)
      }
      for (const [index, id] of strings(entry.columnIds)) {
        if (!hasColumn(source, id)) this.notFound(`${path}.columnIds[${index}]`, id)
      }
    }
  }

  private checkChat(): void {
    const { agentId } = this.element
    const agents = this.document.agents ?? []
    if (typeof agentId !== 'string' || agents.some((agent) => isRecord(agent) && agent.id === agentId)) return
    this.notFound('agentId', agentId, 'No agent of the document has this id.')
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

/** What the actions of overlays point at. */
function checkHolders(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  for (const holder of document.overlays) {
    const path = paths.holder?.(holder.id) ?? `overlays[#${holder.id}]`
    checkEffects(document, holder.actions, `${path}.actions`, (at, name, hint) =>
      findings.problems.push({ path: at, message: `Dependency not found: '${name}'`, hint }),
    )
  }
}

function checkAgents(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  const root = paths.agents ?? 'agents'
  const missing: Missing = (path, name, hint) =>
    findings.problems.push({ path, message: `Dependency not found: '${name}'`, hint })
  const seen = new Set<unknown>()
  for (const [index, agent] of (document.agents ?? []).entries()) {
    const path = `${root}[${index}]`
    checkSchema(Agent as SchemaNode, agent, path, knownFields, findings)
    if (!isRecord(agent)) continue
    if (typeof agent.id === 'string' && seen.has(agent.id)) {
      findings.problems.push({ path: `${path}.id`, message: 'Duplicate id', hint: `"${agent.id}" is used twice.` })
    }
    seen.add(agent.id)
    for (const [position, source] of records(agent.dataSources)) {
      if (typeof source.elementId === 'string' && !findElement(document, source.elementId)) {
        missing(
          `${path}.dataSources[${position}].elementId`,
          source.elementId,
          'No element of the document has this id.',
        )
      }
    }
    checkEffects(document, agent.tools, `${path}.tools`, missing)
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
