import { isRecord } from '../check-schema.ts'
import { sameJson } from '../same-json.ts'
import type { DocumentEdit, EditAddress } from './api.ts'
import { type Entry, inOrder, isEntryList } from './values.ts'

/** Fields of the record that other edits change. */
export type FixedFields = (name: string) => boolean

/** Edits that turn the fields of one record into the fields of another, including their order. */
export function diffRecords(
  at: EditAddress,
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  isFixed: FixedFields = () => false,
): DocumentEdit[] {
  const edits: DocumentEdit[] = []
  const names = (record: object) =>
    Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const before = names(a)
  const wanted = names(b)
  for (const name of before) {
    if (!wanted.includes(name) && !isFixed(name)) edits.push({ op: 'set', at: [...at, name] })
  }
  const steady = inOrder(before, wanted)
  let previous: string | null = null
  for (const name of wanted) {
    if (!isFixed(name)) {
      if (!steady.has(name)) edits.push({ op: 'set', at: [...at, name], value: b[name], after: previous })
      else edits.push(...diffValues([...at, name], a[name], b[name]))
    }
    previous = name
  }
  return edits
}

function diffValues(at: EditAddress, a: unknown, b: unknown): DocumentEdit[] {
  if (sameJson(a, b)) return []
  if (isRecord(a) && isRecord(b)) return diffRecords(at, a, b)
  if (isEntryList(a) && isEntryList(b)) return diffLists(at, a, b)
  return [{ op: 'set', at, value: b }]
}

/** Edits that turn one list of entries into another: first removals, then in the new order insertions, moves and changes. */
export function diffLists(
  at: EditAddress,
  a: readonly Entry[],
  b: readonly Entry[],
  isFixed?: FixedFields,
): DocumentEdit[] {
  const edits: DocumentEdit[] = []
  const before = new Map(a.map((entry) => [entry.id, entry]))
  const wanted = b.map(({ id }) => id)
  for (const { id } of a) if (!wanted.includes(id)) edits.push({ op: 'remove', at, id })
  const steady = inOrder([...before.keys()], wanted)
  let after: string | null = null
  for (const entry of b) {
    const old = before.get(entry.id)
    if (!old) edits.push({ op: 'insert', at, entry, after })
    else {
      if (!steady.has(entry.id)) edits.push({ op: 'move', at, id: entry.id, after })
      if (!sameJson(old, entry)) edits.push(...diffRecords([...at, { id: entry.id }], old, entry, isFixed))
    }
    after = entry.id
  }
  return edits
}
