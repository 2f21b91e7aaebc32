import type { BaseElement } from '@octavo/core/document'
import type { ComponentType } from 'react'

export type InspectorTab = 'properties' | 'format' | 'actions' | 'filters'

/** The tabs of the panel at the right for one kind of element. */
export interface ElementInspector {
  tabs: readonly {
    id: InspectorTab
    Panel: ComponentType<{ element: BaseElement }>
    /** The inspector can also edit several selected elements of this kind. */
    isForSeveral?: true
  }[]
}
