import type { BaseElement } from '@octavo/core/document'
import type { ComponentType } from 'react'

export interface ElementViewProps<Element extends BaseElement = BaseElement> {
  element: Element
}

export type ElementView<Element extends BaseElement = BaseElement> = ComponentType<ElementViewProps<Element>>
