import type { BaseElement, ControlElement, DataElement, KpiElement, TableElement, TextElement } from '../api.ts'
import type { DataKind, ElementKind } from './index.ts'

/** The part that a module has for each element kind; null when it has none for that kind. */
export type ByElementKind<Part> = Readonly<Record<ElementKind, Part | null>>

/** The part of a kind; undefined when there is none, and for kinds that this version does not know. */
export function partOfKind<Part>(parts: ByElementKind<Part>, kind: string): Part | undefined {
  return isKeyOf(parts, kind) ? (parts[kind] ?? undefined) : undefined
}

function isKeyOf<Key extends string>(parts: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(parts, key)
}

interface OwnShapes {
  table: TableElement
  'kpi-chart': KpiElement
  control: ControlElement
  text: TextElement
}

/** The shape of the elements of a kind. */
export type ElementOf<Kind extends ElementKind> = Kind extends keyof OwnShapes
  ? OwnShapes[Kind]
  : Kind extends DataKind
    ? DataElement
    : BaseElement
