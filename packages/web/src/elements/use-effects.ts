import { findElement } from '@octavo/core/document'
import { useMemo } from 'react'
import { useOpenPage } from '../editor/index.ts'
import type { EffectHost } from './effects/index.ts'

/** What effects of clicks on this page can reach. */
export function useEffectHost(): EffectHost {
  const { document, state, showPage, showElement } = useOpenPage()
  return useMemo(
    () => ({
      state,
      showPage,
      showElement,
      tabCount: (elementId) => {
        const tabs = findElement(document, elementId)?.tabs
        return Array.isArray(tabs) ? tabs.length : 0
      },
    }),
    [document, state, showPage, showElement],
  )
}
