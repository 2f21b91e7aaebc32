import type { WorkbookDocument } from '../api.ts'
import { findElement } from '../lookups.ts'
import { sameJson } from '../same-json.ts'
import type { DocumentEdit } from './api.ts'
import { applyEdits } from './apply-edits.ts'
import { diffLayout } from './diff-layout.ts'
import { diffLists, diffRecords } from './diff-values.ts'
import { type Entry, inOrder } from './values.ts'

const holderLists = ['pages', 'overlays', 'panels'] as const

/**
 * The edits that turn document `a` into document `b`: `applyEdits(a, diffDocuments(a, b))` is `b` to the byte of its stored text. Both have
 * the same kind. Each step starts from the result of the steps before it, so that consequences of an edit (a place, bindings) are not
 * repeated.
 */
export function diffDocuments(a: WorkbookDocument, b: WorkbookDocument): DocumentEdit[] {
  const edits: DocumentEdit[] = []
  let current = a
  for (const step of [
    clearIds,
    addPages,
    putElements,
    removeElements,
    orderElements,
    orderPages,
    setLayout,
    setBindings,
    setRest,
  ]) {
    const found = step(current, b)
    if (found.length === 0) continue
    current = applyEdits(current, found).document
    edits.push(...found)
  }
  return edits
}

type Step = (current: WorkbookDocument, target: WorkbookDocument) => DocumentEdit[]

/** Removes pages whose id belongs to another kind of page in the target, such as a page that became an overlay. */
const clearIds: Step = (current, target) =>
  holderLists.flatMap((list) =>
    current[list].flatMap(({ id }): DocumentEdit[] => {
      const isElsewhere = holderLists.some(
        (other) => other !== list && target[other].some((holder) => holder.id === id),
      )
      return isElsewhere ? [{ op: 'remove', at: [list], id }] : []
    }),
  )

/** New pages, their order and fields; removed pages remain until their elements have moved. */
const addPages: Step = (current, target) =>
  holderLists.flatMap((list) =>
    diffLists([list], bare(current[list]), bare(target[list]), (name) => name === 'elementIds').filter(
      ({ op }) => op !== 'remove',
    ),
  )

/** Without their elements, which have edits of their own. */
function bare(holders: readonly { id: string; elementIds: string[] }[]): Entry[] {
  return holders.map((holder) => ({ ...holder, elementIds: [] }))
}

const putElements: Step = (current, target) => {
  const edits: DocumentEdit[] = []
  for (const holder of holdersOf(target)) {
    const present = holdersOf(current).find(({ id }) => id === holder.id)?.elementIds ?? []
    const steady = inOrder(present, holder.elementIds)
    let after: string | null = null
    for (const id of holder.elementIds) {
      const element = findElement(target, id)
      if (!element) continue
      const page = holder.id
      if (!findElement(current, id)) edits.push({ op: 'insert', at: ['elements'], entry: element, after, page })
      else if (!steady.has(id)) edits.push({ op: 'move', at: ['elements'], id, after, page })
      after = id
    }
  }
  for (const [id, element] of Object.entries(target.elements)) {
    const old = findElement(current, id)
    if (old && !sameJson(old, element)) edits.push(...diffRecords(['elements', { id }], old, element))
  }
  return edits
}

const removeElements: Step = (current, target) => [
  ...Object.keys(current.elements).flatMap((id): DocumentEdit[] =>
    findElement(target, id) ? [] : [{ op: 'remove', at: ['elements'], id }],
  ),
  ...holderLists.flatMap((list) =>
    current[list].flatMap(({ id }): DocumentEdit[] =>
      target[list].some((holder) => holder.id === id) ? [] : [{ op: 'remove', at: [list], id }],
    ),
  ),
]

const orderElements: Step = (current, target) => {
  const wanted = Object.keys(target.elements)
  const steady = inOrder(Object.keys(current.elements), wanted)
  return wanted.flatMap((id, index): DocumentEdit[] =>
    steady.has(id) ? [] : [{ op: 'move', at: ['elements'], id, after: wanted[index - 1] ?? null }],
  )
}

const orderPages: Step = (current, target) =>
  holderLists.flatMap((list) => diffLists([list], entries(current[list]), entries(target[list])))

function entries(holders: readonly { id: string }[]): Entry[] {
  return holders.map((holder) => ({ ...holder }))
}

const setLayout: Step = diffLayout

const setBindings: Step = (current, target) => {
  const edits: DocumentEdit[] = []
  const wanted = Object.keys(target.bindings)
  for (const id of Object.keys(current.bindings)) {
    if (!wanted.includes(id)) edits.push({ op: 'set', at: ['bindings', { id }] })
  }
  const steady = inOrder(Object.keys(current.bindings), wanted)
  for (const [index, id] of wanted.entries()) {
    const value = target.bindings[id]
    const isSame = sameJson(current.bindings[id], value)
    if (steady.has(id) && isSame) continue
    const after = steady.has(id) ? {} : { after: wanted[index - 1] ?? null }
    edits.push({ op: 'set', at: ['bindings', { id }], value, ...after })
  }
  return edits
}

/** Settings, agents and `x`; the other fields of a document have a fixed order. */
const setRest: Step = (current, target) =>
  diffRecords([], { ...current }, { ...target }, (name) => !['settings', 'agents', 'x'].includes(name))

function holdersOf(document: WorkbookDocument): { id: string; elementIds: string[] }[] {
  return [...document.pages, ...document.overlays, ...document.panels]
}
