import { embedParameters } from '../embedded.ts'
import { useWatchedMedia, watchMedia } from '../watched-media.ts'

/** Below this width the elements of a page are stacked. */
const narrow = watchMedia('(max-width: 719px)')

export function useIsNarrow(): boolean {
  return useWatchedMedia(narrow) && !embedParameters.disablesMobileView
}
