import { drilledBy } from '@octavo/core/display'
import type { BaseElement } from '@octavo/core/document'
import { useMemo } from 'react'
import { useElementData, useOpenPage } from './use-element-data.ts'

/** The element as drill controls showed it when its rows were asked for, so that it fits the rows it is drawn with. */
export function useDrilled<E extends BaseElement>(element: E): E {
  const { document } = useOpenPage()
  const { controls } = useElementData(element.id)
  return useMemo(() => drilledBy(document, element, controls ?? {}), [document, element, controls])
}
