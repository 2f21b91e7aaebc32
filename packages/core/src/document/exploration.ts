import type { Problem } from '../errors/index.ts'
import { withIds } from './adjustments.ts'
import type { DocumentElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { sourceElementIds } from './check-sources.ts'
import { formulaFields } from './formula-fields.ts'
import { columnsOf, findElement } from './lookups.ts'
import { readerRules, textsIn } from './reader-rules.ts'
import { sameJson } from './same-json.ts'

export interface Exploration {
  /** The version that all readers see. */
  published: WorkbookDocument
  /** The part of it that is visible to the user who explores: everything except hidden pages. */
  shown: WorkbookDocument
  /** The version with the user's changes. */
  explored: WorkbookDocument
  /** Names of functions that the organization defines: each of them may depend on the viewer. */
  ownFunctions: readonly string[]
}

/**
 * The changes that a user who may explore a workbook but not edit it is not allowed to make. Data is read with the
 * rights of the workbook's owner, so an exploration must not reveal more than the workbook shows:
 *
 * - Hidden elements must be unchanged, and nothing may read them that did not read them before.
 * - Where the workbook restricts rows or columns by viewer, its filters, formulas and restrictions must be unchanged;
 *   filters and elements that read other elements can be added.
 *
 * Sources outside the workbook are checked separately: see `changedSources`.
 */
export function explorationProblems(given: Exploration): Problem[] {
  return [...hiddenProblems(given), ...(hasReaderRules(given) ? policyProblems(given) : [])]
}

/** Changes that are only allowed in the draft: custom SQL, input tables, popovers, navigation, and the visibility of pages. */
export function draftOnlyProblems(published: WorkbookDocument, explored: WorkbookDocument): Problem[] {
  const problems: Problem[] = []
  for (const [id, element] of Object.entries(explored.elements)) {
    const before = findElement(published, id)
    const isNew = before === undefined || before.kind !== element.kind
    const isSql = isRecord(element.source) && element.source.kind === 'sql'
    if (isNew && draftKinds.has(element.kind)) problems.push(onlyInDraft(`elements[#${id}]`))
    if (isSql && !sameJson(before?.source, element.source)) problems.push(onlyInDraft(`elements[#${id}].source`))
  }
  for (const { id, type } of explored.overlays) {
    if (type === 'popover' && !published.overlays.some((overlay) => overlay.id === id)) {
      problems.push(onlyInDraft(`overlays[#${id}]`))
    }
  }
  for (const { id, visibility } of explored.pages) {
    const before = published.pages.find((page) => page.id === id)
    if (!sameJson(before?.visibility, visibility)) problems.push(onlyInDraft(`pages[#${id}].visibility`))
  }
  return problems
}

const draftKinds: ReadonlySet<string> = new Set(['input-table', 'navigation'])

const onlyInDraft = (path: string): Problem => ({
  path,
  message: 'This can be changed only in the draft, by who edits the workbook',
  hint: 'Custom SQL, input tables, popovers, navigation and the visibility of pages are not part of a custom view.',
})

/**
 * The part of an exploration whose outside sources are new: elements that the published version does not have, or that read another source
 * there. The user who explores needs the right to use these sources.
 */
export function changedSources(published: WorkbookDocument, explored: WorkbookDocument): WorkbookDocument {
  const changed = Object.entries(explored.elements).filter(([id, element]) => {
    const before = findElement(published, id)
    return before === undefined || before.kind !== element.kind || !sameJson(sourcePart(before), sourcePart(element))
  })
  return { ...explored, elements: Object.fromEntries(changed) }
}

/** Targets of controls refer to sources too. */
function sourcePart({ kind, source, filters }: DocumentElement): unknown {
  return kind === 'control' ? [source, filters] : source
}

function hiddenProblems({ published, shown, explored }: Exploration): Problem[] {
  const problems: Problem[] = []
  const hiddenIds = new Set(Object.keys(published.elements).filter((id) => findElement(shown, id) === undefined))
  for (const page of published.pages) {
    if (shown.pages.some(({ id }) => id === page.id)) continue
    const now = explored.pages.find(({ id }) => id === page.id)
    if (!sameJson(now, page)) problems.push(hidden(`pages[#${page.id}]`))
  }
  for (const id of hiddenIds) {
    const [before, after] = [findElement(published, id), findElement(explored, id)]
    const isSame = before && after && sameJson(withIds(published, before), withIds(explored, after))
    if (!isSame) problems.push(hidden(`elements[#${id}]`))
  }
  for (const [id, element] of Object.entries(explored.elements)) {
    const before = findElement(published, id)
    if (hiddenIds.has(id) || sameJson(before, element)) continue
    const known = before ? readIds(published, before) : new Set()
    const reads = [...readIds(explored, element)].filter((other) => hiddenIds.has(other) && !known.has(other))
    if (reads.length > 0) problems.push(hidden(`elements[#${id}]`))
  }
  return problems
}

/** The message does not contain the id, because the user may not know of the element. */
const hidden = (path: string): Problem => ({
  path,
  message: 'This is about a page that is hidden from you, or would read one',
  hint: 'Explore only what the workbook shows you.',
})

/** Every element that an element reads, by its source or in formulas, and every id that it mentions. */
function readIds(document: WorkbookDocument, element: DocumentElement): Set<string> {
  const bound = Object.values(document.bindings[element.id] ?? {}).flatMap((bindings) =>
    bindings.flatMap(({ documentId, elementId }) => (documentId === undefined && elementId ? [elementId] : [])),
  )
  return new Set([...sourceElementIds(element.source), ...bound, ...textsIn(element)])
}

const hasReaderRules = ({ published, ownFunctions }: Exploration): boolean =>
  readerRules(published, ownFunctions).length > 0

/** Fields that determine the rows and columns of an element. */
const guardedFields = ['kind', 'source', 'columnSecurities', 'relationships'] as const

function policyProblems({ published, explored }: Exploration): Problem[] {
  return Object.values(published.elements).flatMap((before): Problem[] => {
    const element = findElement(explored, before.id)
    // A removed element needs no check: elements that read it have no rows.
    if (element === undefined || sameJson(before, element)) return []
    const path = `elements[#${before.id}]`
    const changed = guardedFields.filter((field) => !sameJson(before[field], element[field]))
    const problems = changed.map((field) => guarded(`${path}.${field}`))
    if (!keepsFilters(before, element)) problems.push(guarded(`${path}.filters`))
    if (!keepsColumns(before, element)) problems.push(guarded(`${path}.columns`))
    if (readsOutside(before) && addsFormulas(before, element)) problems.push(guarded(path))
    return problems
  })
}

const guarded = (path: string): Problem => ({
  path,
  message: 'This workbook restricts its rows or columns by viewer, so this can be changed only by who edits it',
  hint: 'Add an element that reads this one, and change that.',
})

/** Whether all previous filters are unchanged; others may have been added. */
function keepsFilters(before: DocumentElement, after: DocumentElement): boolean {
  const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const kept = new Set(listed(after.filters).map((filter) => JSON.stringify(filter)))
  return listed(before.filters).every((filter) => kept.has(JSON.stringify(filter)))
}

/** Whether no column has another formula; columns may be removed, moved and formatted. */
function keepsColumns(before: DocumentElement, after: DocumentElement): boolean {
  const formulas = new Map(columnsOf(before).map(({ id, formula }) => [id, formula]))
  return columnsOf(after).every(({ id, formula }) => !formulas.has(id) || formulas.get(id) === formula)
}

/** Whether it reads more than other elements of the workbook, so that a new formula could name a restricted column. */
function readsOutside({ source }: DocumentElement): boolean {
  return isRecord(source) && source.kind !== 'table'
}

function addsFormulas(before: DocumentElement, after: DocumentElement): boolean {
  const known = new Set(formulaFields(before).map(({ text }) => text))
  return formulaFields(after).some(({ text }) => !known.has(text))
}
