import { findControl, findElement } from '@octavo/core/document'
import { useMemo } from 'react'
import { useOfPage, useReadPage } from '../editor/index.ts'
import type { EffectHost } from './effects/index.ts'

/** What effects of clicks on this page can reach. */
export function useEffectHost(): EffectHost {
  const state = useOfPage((page) => page.state)
  const read = useReadPage()
  return useMemo(
    () => ({
      state,
      showPage: (id) => read().showPage(id),
      showElement: (id) => read().showElement(id),
      setControl: (controlId, text) => read().setControl(controlId, text),
      control: (controlId) => {
        const { document, controlTexts } = read()
        const element = findControl(document, controlId)
        return element && { element, text: controlTexts[controlId] }
      },
      tabCount: (elementId) => {
        const tabs = findElement(read().document, elementId)?.tabs
        return Array.isArray(tabs) ? tabs.length : 0
      },
    }),
    [state, read],
  )
}
