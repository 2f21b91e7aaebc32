import type { BaseElement, FormulaBinding, WorkbookDocument } from '../api.ts'
import { formulaFields } from '../formula-fields.ts'
import { formulaHosts } from '../formula-hosts.ts'
import { sameJson } from '../same-json.ts'
import { withField } from './values.ts'

/**
 * The bindings of an element after a change. The bindings of an unchanged formula text move with it to its new path; all others are dropped
 * until the document is bound again.
 */
export function carryBindings(
  bindings: WorkbookDocument['bindings'],
  before: BaseElement,
  after: BaseElement,
): WorkbookDocument['bindings'] {
  const own = Object.hasOwn(bindings, before.id) ? bindings[before.id] : undefined
  if (!own) return bindings
  const known = new Map<string, FormulaBinding[]>()
  for (const field of formulaFields(before)) {
    const bound = Object.hasOwn(own, field.path) ? own[field.path] : undefined
    if (bound) known.set(JSON.stringify([field.key, field.text]), bound)
  }
  const carried: [string, FormulaBinding[]][] = formulaFields(after).flatMap((field) => {
    const bound = known.get(JSON.stringify([field.key, field.text]))
    return bound ? [[field.path, bound]] : []
  })
  const next = carried.length > 0 ? Object.fromEntries(carried) : undefined
  return sameJson(next, own) ? bindings : (withField(bindings, before.id, next) as WorkbookDocument['bindings'])
}

/**
 * The document with the bindings of a document that it was made from: of each element and overlay that has the same bindings as before,
 * although its formulas may be at other places now.
 */
export function withCarriedBindings(before: WorkbookDocument, after: WorkbookDocument): WorkbookDocument {
  const old = new Map(formulaHosts(before).map((host) => [host.id, host]))
  const bindings = formulaHosts(after).reduce((made, host) => {
    const known = old.get(host.id)
    const isUnchanged = known === undefined || known === host || after.bindings[host.id] !== before.bindings[host.id]
    return isUnchanged ? made : carryBindings(made, known, host)
  }, after.bindings)
  return bindings === after.bindings ? after : { ...after, bindings }
}

const kinds: readonly unknown[] = ['column', 'control', 'metric', 'relationship', 'element']
const ids = ['documentId', 'elementId', 'columnId', 'controlId', 'metricId', 'relationshipId'] as const

/** Bindings of one element from an edit; null when they are not valid. */
export function readBindings(value: unknown): Record<string, FormulaBinding[]> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const isFine = Object.values(value).every(
    (list: unknown) => Array.isArray(list) && list.length > 0 && list.every(isBinding) && areApart(list),
  )
  return isFine ? (value as Record<string, FormulaBinding[]>) : null
}

function isBinding(value: unknown): value is FormulaBinding {
  if (typeof value !== 'object' || value === null) return false
  const binding = value as Record<string, unknown>
  const { start, end, kind } = binding
  if (!Number.isInteger(start) || !Number.isInteger(end) || !kinds.includes(kind)) return false
  return (
    Number(start) >= 0 &&
    Number(end) > Number(start) &&
    ids.every((id) => ['undefined', 'string'].includes(typeof binding[id]))
  )
}

/** Whether they are in text order and do not overlap. */
function areApart(list: readonly FormulaBinding[]): boolean {
  return list.every(({ start }, index) => index === 0 || start >= (list[index - 1]?.end ?? 0))
}
