import { controlsOf, type WorkbookDocument } from '@octavo/core/document'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parseRawSearch, type RawSearch } from '../raw-search.ts'

/** Names the page (or an element) to show. */
export const pageKey = ':nodeId'

/** The parameters of the current address. */
export function useAddress(): RawSearch {
  const search = useRouterState({ select: (state) => state.location.searchStr })
  return useMemo(() => parseRawSearch(search), [search])
}

/**
 * Control values in the address, as text. Parameters that are not controls are ignored, as are drill controls, which
 * cannot be set by an address.
 */
export function controlTextsOf(address: RawSearch, document: WorkbookDocument): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const { controlId, controlType } of controlsOf(document)) {
    const text = controlType === 'drill' ? undefined : address[controlId]
    if (text !== undefined) texts[controlId] = text
  }
  return texts
}
