import type { BaseElement } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { elementKinds } from '../elements/index.ts'

export type PointerKey = 'id' | 'columnId'

/** Changes the spelling of pointers in an element; the order of its fields and everything else is kept. */
export function spellPointers<E extends BaseElement>(element: E, from: PointerKey, to: PointerKey): E {
  const fields = elementKinds.get(element.kind)?.pointers ?? []
  if (!fields.some((field) => Object.hasOwn(element, field))) return element
  return Object.fromEntries(
    Object.entries(element).map(([name, value]) => [name, fields.includes(name) ? respell(value, from, to) : value]),
  ) as E
}

function respell(value: unknown, from: PointerKey, to: PointerKey): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => respell(item, from, to))
  if (!isRecord(value) || !Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name === from ? to : name, field]))
}

/** The path of a problem in the spelling of form N: `value.columnId` of a pie is written `value.id` there. */
export function spellPath(path: string, kind: string): string {
  const fields = elementKinds.get(kind)?.pointers ?? []
  const match = /\.(\w+)(?:\[\d+\])?\.columnId$/.exec(path)
  return match?.[1] && fields.includes(match[1]) ? `${path.slice(0, -'columnId'.length)}id` : path
}
