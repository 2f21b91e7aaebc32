import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfPage } from '../../editor/index.ts'
import '../../i18n/foot.ts'

/** Whether queries of the page are on hold, the label of the button that changes that, and its function. */
export function usePause(): { isPaused: boolean; label: string; toggle: () => void } {
  const { t } = useTranslation('foot')
  const data = useOfPage((page) => page.data)
  const state = useOfPage((page) => page.state)
  const isPaused = useSyncExternalStore(state.subscribe, () => state.heldBy() !== undefined)

  function toggle() {
    if (state.heldBy() !== undefined) {
      state.setHold(undefined)
      data.resume()
    } else {
      // The code of queries that people cancelled: they are not requested again automatically.
      state.setHold({ code: 'query_cancelled', message: t('heldBecause'), hint: t('heldHint'), isPassing: true })
    }
  }
  return { isPaused, label: isPaused ? t('resume') : t('pause'), toggle }
}
