import { useSyncExternalStore } from 'react'
import { embedParameters } from '../embedded.ts'

/** Below this width the elements of a page are stacked. */
const narrow = matchMedia('(max-width: 719px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches && !embedParameters.disablesMobileView,
  )
}
