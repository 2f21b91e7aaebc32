import { findElement } from '@octavo/core/document'
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
      tabCount: (elementId) => {
        const tabs = findElement(read().document, elementId)?.tabs
        return Array.isArray(tabs) ? tabs.length : 0
      },
    }),
    [state, read],
  )
}
