import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import {
  canBeSource,
  type DocumentPaths,
  type ElementContext,
  hasColumn,
  hasFolder,
  records,
  strings,
} from './element-context.ts'
import { findElement } from './lookups.ts'
import type { Findings } from './problems.ts'

export function checkControl(context: ElementContext): void {
  const { element } = context
  // Drill controls and legends act on displayed elements, so they may target charts; other controls filter tables.
  const actsOnCharts = element.controlType === 'drill' || element.controlType === 'legend'
  for (const [index, filter] of records(element.filters)) {
    checkTarget(context, filter.source, filter.columnId, `filters[${index}]`, actsOnCharts ? () => true : canBeSource)
  }
  if (actsOnCharts && element.targets === undefined && element.filters === undefined) {
    context.problem('targets', 'is required', 'Name what the control acts on in targets, or in filters.')
  }
  if (isRecord(element.source)) {
    const { source } = element
    checkTarget(context, source.source, source.columnId, 'source', canBeSource)
    if (source.displayColumnId !== undefined) {
      checkTarget(context, source.source, source.displayColumnId, 'source', canBeSource, 'displayColumnId')
    }
  }
  for (const [index, target] of records(element.targets)) {
    checkTarget(context, target.source, target.columnId, `targets[${index}]`, () => true)
    for (const [position, columnId] of strings(target.columnIds)) {
      checkTarget(context, target.source, columnId, `targets[${index}]`, () => true, `columnIds[${position}]`)
    }
  }
  if (element.controlType === 'drill') checkDrill(context)
  if (context.document.kind === 'data-model' && records(element.parameters).length > 0) {
    context.findings.warnings.push({
      path: `${context.path}.parameters`,
      message: 'Values for controls of other data models are kept as they are and not given',
      hint: 'A control of the workbook passes its value to any data model that is read, also indirectly.',
    })
  }
  const isOfWorkbooks = ['drill', 'legend', 'synced'].includes(String(element.controlType))
  if (isOfWorkbooks && context.document.kind === 'data-model') {
    context.problem(
      'controlType',
      `Invalid controlType: "${String(element.controlType)}"`,
      'Such a control acts on what a page shows; a data model has no pages.',
    )
  }
}

function checkDrill(context: ElementContext): void {
  const { element } = context
  const categories = records(element.categories)
  for (const [index, category] of categories) {
    const source = isRecord(element.source) ? element.source.source : undefined
    checkTarget(context, source, category.columnId, `categories[${index}]`, canBeSource)
  }
  for (const [index, target] of records(element.targets)) {
    const count = Array.isArray(target.columnIds) ? target.columnIds.length : categories.length
    if (count === categories.length) continue
    const what = `${count} ${count === 1 ? 'column' : 'columns'} for ${categories.length} categories`
    context.problem(
      `targets[${index}].columnIds`,
      `Invalid length: ${what}`,
      'Give one column for each category, in their order; null leaves the target as it is at that level.',
    )
  }
  const { value } = element
  if (typeof value === 'string' && !categories.some(([, { columnId }]) => columnId === value)) {
    context.notFound('value', value, 'The active level is the columnId of one of the categories.')
  }
  if (isRecord(element.x) && element.x.required === true) {
    context.problem('x.required', 'A drill control cannot be required', 'It is at one of its levels always.')
  }
}

function checkTarget(
  context: ElementContext,
  source: unknown,
  columnId: unknown,
  path: string,
  mayTarget: (element: BaseElement) => boolean,
  columnField = 'columnId',
): void {
  if (!isRecord(source) || source.kind !== 'table' || typeof source.elementId !== 'string') return
  const target = findElement(context.document, source.elementId)
  if (!target) {
    context.notFound(`${path}.source.elementId`, source.elementId, 'No element of the document has this id.')
  } else if (!mayTarget(target)) {
    context.notFound(
      `${path}.source.elementId`,
      source.elementId,
      `It is of kind ${target.kind}; a control aims at tables.`,
    )
  } else if (typeof columnId === 'string' && !hasColumn(target, columnId) && !isHierarchy(context, target, columnId)) {
    context.notFound(`${path}.${columnField}`, columnId, `'${target.id}' has no column of this id.`)
  }
}

const isHierarchy = ({ element }: ElementContext, target: BaseElement, columnId: string) =>
  element.controlType === 'hierarchy' && hasFolder(target, columnId)

/** Two primary controls must not share a handle, and a synced control needs an existing primary. */
export function checkControlIds(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
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
