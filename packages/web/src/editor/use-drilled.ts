import { drilledBy } from '@octavo/core/display'
import { type BaseElement, sameJson } from '@octavo/core/document'
import { useOfPage } from './open-page.ts'
import { useElementData } from './use-element-data.ts'

/** The element as drill controls showed it when its rows were asked for, so that it fits the rows it is drawn with. */
export function useDrilled<E extends BaseElement>(element: E): E {
  const { controls } = useElementData(element.id)
  return useOfPage(({ document }) => drilledBy(document, element, controls ?? {}), sameJson)
}
