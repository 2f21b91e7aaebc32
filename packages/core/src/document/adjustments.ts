import type { DocumentElement, FormulaBinding, WorkbookDocument } from './api.ts'
import { setAtPath } from './bindings.ts'
import { isRecord } from './check-schema.ts'
import { drillSteps, withoutDrillSteps } from './drill-steps.ts'
import { formulaFields } from './formula-fields.ts'
import { columnsOf, findElement, isDataElement } from './lookups.ts'
import { hasPlainSteps } from './plain-steps.ts'
import { sameJson } from './same-json.ts'

/** Which rows of an element are shown, in which order, and how they look. */
const adjustable: ReadonlySet<string> = new Set([
  'filters',
  'sort',
  'order',
  'conditionalFormats',
  'tableStyle',
  'tableComponents',
  'frozenColumn',
  'style',
])

/**
 * Whether a document differs only in what everyone who explores may change: filters, sorting and formats of existing elements, and names,
 * formats, order, visibility and removal of their columns. New elements, columns and formulas, other sources, and changes of pages or
 * layouts are not adjustments. Both documents are bound.
 */
export function isAdjustment(published: WorkbookDocument, explored: WorkbookDocument): boolean {
  if (!sameJson(aroundElements(published), aroundElements(explored))) return false
  return Object.values(published.elements).every((before) => {
    const after = findElement(explored, before.id)
    return after !== undefined && isAdjusted(published, before, explored, after)
  })
}

function aroundElements({ elements, bindings: _, written: __, ...rest }: WorkbookDocument): unknown {
  return [Object.entries(rest).sort(byName), Object.keys(elements)]
}

function isAdjusted(
  published: WorkbookDocument,
  before: DocumentElement,
  explored: WorkbookDocument,
  after: DocumentElement,
): boolean {
  if (sameJson(before, after)) return true
  // Drilling down from a mark only shows existing data in more detail, so elements are compared without their drill steps.
  if (drillSteps(after).length > drillSteps(before).length) {
    const plain = withoutDrillSteps(after, drillSteps(before).length, { isBare: true })
    return hasPlainSteps(after) && isAdjusted(published, before, explored, plain as DocumentElement)
  }
  const kept = new Set(columnsOf(after).map(({ id }) => id))
  const gone = new Set(columnsOf(before).flatMap(({ id }) => (kept.has(id) ? [] : [id])))
  return sameJson(fixedPart(withIds(published, before), gone), fixedPart(withIds(explored, after), gone))
}

/** The part of an element that must not change, without references to removed columns. */
function fixedPart(element: DocumentElement, gone: ReadonlySet<string>): unknown {
  const hasData = isDataElement(element)
  return Object.entries(element)
    .filter(([name]) => !(hasData && adjustable.has(name)))
    .sort(byName)
    .map(([name, value]) => [
      name,
      hasData && name === 'columns'
        ? columnsOf(element)
            .filter(({ id }) => !gone.has(id))
            .map(({ id, formula, link }) => [id, formula, link ?? null])
            .sort(byName)
        : without(name === 'groupings' ? withoutSort(value) : value, gone),
    ])
}

const byName = ([a]: readonly unknown[], [b]: readonly unknown[]): number => (String(a) < String(b) ? -1 : 1)

function withoutSort(groupings: unknown): unknown {
  if (!Array.isArray(groupings)) return groupings
  return groupings.map((grouping) => (isRecord(grouping) ? { ...grouping, sort: undefined } : grouping))
}

/** Lists of column ids without some of them. */
function without(value: unknown, gone: ReadonlySet<string>): unknown {
  if (gone.size === 0) return value
  if (Array.isArray(value)) {
    return value.filter((item) => typeof item !== 'string' || !gone.has(item)).map((item) => without(item, gone))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, without(field, gone)]))
}

/** The element with ids in place of the names in its formulas, since renaming a column changes the texts of other formulas. */
export function withIds(document: WorkbookDocument, element: DocumentElement): DocumentElement {
  const own = Object.hasOwn(document.bindings, element.id) ? document.bindings[element.id] : undefined
  if (own === undefined) return element
  return formulaFields(element).reduce((made, { path, text }) => {
    const bound = own[path]
    return bound === undefined ? made : setAtPath(made, path, idsIn(text, bound))
  }, element)
}

function idsIn(text: string, bindings: readonly FormulaBinding[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, ...target } of bindings) {
    parts.push(text.slice(from, start), JSON.stringify(Object.entries(target).sort(byName)))
    from = end
  }
  return [...parts, text.slice(from)].join('')
}
