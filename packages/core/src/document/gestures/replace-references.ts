import type { FormulaBinding, WorkbookDocument } from '../api.ts'
import { printFormulas } from '../bindings.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { formulaFields } from '../formula-fields.ts'
import { formulaHosts } from '../formula-hosts.ts'
import { columnsOf, findElement } from '../lookups.ts'
import { editsBetween } from './change-element.ts'

/** A formula that refers to a column, before and after it refers to another one. */
export interface ReplacedFormula {
  /** The element, or the overlay with the action. */
  elementId: string
  /** The column with the formula; absent for a title, a text or another field of the element. */
  columnId?: string
  /** Path of the formula in the element. */
  path: string
  before: string
  after: string
}

interface Replacement {
  elementId: string
  columnId: string
  /** The column of the same element that replaces it in formulas. */
  by: string
}

/**
 * The formulas of the document that would change if another column of the element replaced one. Formulas that the other column itself reads
 * are excluded: they would become circular.
 */
export function replacedFormulas(document: WorkbookDocument, replacement: Replacement): ReplacedFormula[] {
  const after = printFormulas(rebound(document, replacement, () => true))
  const changes = new Map(formulaHosts(after).map((host) => [host.id, host]))
  return formulaHosts(document).flatMap((element) => {
    const next = changes.get(element.id)
    const texts = new Map(next ? formulaFields(next).map(({ path, text }) => [path, text]) : [])
    return formulaFields(element).flatMap(({ path, text }): ReplacedFormula[] => {
      const changed = texts.get(path)
      // Readers of a column whose name is derived from its formula follow its new name without being listed.
      const isDirect = document.bindings[element.id]?.[path]?.some(
        (binding) => pointsAt(binding, element.id, replacement.elementId) && binding.columnId === replacement.columnId,
      )
      if (!isDirect || changed === undefined || changed === text) return []
      const columnId = columnOfPath(document, element.id, path)
      return [
        { elementId: element.id, ...(columnId === undefined ? {} : { columnId }), path, before: text, after: changed },
      ]
    })
  })
}

/** Replaces references to a column in formulas, in all of them or in those for which `meant` is true. */
export function replaceReferences(
  document: WorkbookDocument,
  replacement: Replacement,
  isIncluded: (place: Pick<ReplacedFormula, 'elementId' | 'path'>) => boolean = () => true,
): DocumentEdit[] {
  return editsBetween(document, printFormulas(rebound(document, replacement, isIncluded)))
}

function rebound(
  document: WorkbookDocument,
  replacement: Replacement,
  isIncluded: (place: Pick<ReplacedFormula, 'elementId' | 'path'>) => boolean,
): WorkbookDocument {
  const { elementId, columnId, by } = replacement
  const kept = readBy(document, elementId, by)
  const bindings = Object.entries(document.bindings).map(([readerId, paths]) => {
    const fields = Object.entries(paths).map(([path, bound]): [string, FormulaBinding[]] => {
      const own = columnOfPath(document, readerId, path)
      const isKept = own !== undefined && kept.has(keyOf(readerId, own))
      if (isKept || !isIncluded({ elementId: readerId, path })) return [path, bound]
      return [
        path,
        bound.map((binding) =>
          pointsAt(binding, readerId, elementId) && binding.columnId === columnId
            ? { ...binding, columnId: by }
            : binding,
        ),
      ]
    })
    return [readerId, Object.fromEntries(fields)]
  })
  return { ...document, bindings: Object.fromEntries(bindings) }
}

/** The column and all columns that its formula reads, directly or through others. */
function readBy(document: WorkbookDocument, elementId: string, columnId: string): Set<string> {
  const found = new Set<string>()
  const open = [{ elementId, columnId }]
  for (let next = open.pop(); next; next = open.pop()) {
    const key = keyOf(next.elementId, next.columnId)
    if (found.has(key)) continue
    found.add(key)
    const element = findElement(document, next.elementId)
    const index = element ? columnsOf(element).findIndex(({ id }) => id === next.columnId) : -1
    for (const binding of document.bindings[next.elementId]?.[`columns[${index}].formula`] ?? []) {
      if (binding.documentId !== undefined || binding.columnId === undefined) continue
      open.push({ elementId: binding.elementId ?? next.elementId, columnId: binding.columnId })
    }
  }
  return found
}

const keyOf = (elementId: string, columnId: string) => `${elementId} ${columnId}`

function pointsAt({ kind, documentId, elementId }: FormulaBinding, readerId: string, wanted: string): boolean {
  return kind === 'column' && documentId === undefined && (elementId ?? readerId) === wanted
}

function columnOfPath(document: WorkbookDocument, elementId: string, path: string): string | undefined {
  const index = /^columns\[(\d+)\]\.formula$/.exec(path)?.[1]
  const element = index === undefined ? undefined : findElement(document, elementId)
  return element ? columnsOf(element)[Number(index)]?.id : undefined
}
