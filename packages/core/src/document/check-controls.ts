import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { canBeSource, type DocumentPaths, type ElementContext, hasColumn, records, strings } from './element-context.ts'
import { findElement } from './lookups.ts'
import type { Findings } from './problems.ts'

export function checkControl(context: ElementContext): void {
  const { element } = context
  for (const [index, filter] of records(element.filters)) {
    checkTarget(context, filter.source, filter.columnId, `filters[${index}]`, canBeSource)
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
  } else if (typeof columnId === 'string' && !hasColumn(target, columnId)) {
    context.notFound(`${path}.${columnField}`, columnId, `'${target.id}' has no column of this id.`)
  }
}

/** Two primary controls may not share a handle; a synced control needs the primary it names. */
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
