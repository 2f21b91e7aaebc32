import type { BaseElement } from '@octavo/core/document'
import type { ComponentType } from 'react'
import { tableInspector } from './table/inspector.tsx'

export type InspectorTab = 'properties' | 'format' | 'actions' | 'filters'

/** What the panel at the right offers for one kind of element. */
export interface ElementInspector {
  tabs: readonly { id: InspectorTab; Panel: ComponentType<{ element: BaseElement }> }[]
}

/** The inspectors by kind; one entry a kind, loaded with the editor and never by a reader. */
const inspectors: Readonly<Record<string, ElementInspector>> = { table: tableInspector }

export function inspectorOf(kind: string): ElementInspector | undefined {
  return Object.hasOwn(inspectors, kind) ? inspectors[kind] : undefined
}
