import { useTranslation } from 'react-i18next'
import { usePausedActions } from '../../editor/index.ts'
import { Pause } from '../../forms/index.ts'
import '../../i18n/actions.ts'

/** Says that actions of the workbook are paused, until when, and lets them run again. Nothing where all of them run. */
export function PausedNotice() {
  const { t } = useTranslation('actions')
  const [extent, paused] = usePausedActions((all) => all.extent())
  if (extent === 'none') return null
  return (
    <p role="status" className="flex gap-2 rounded-md bg-sunken p-2 text-xs text-muted">
      <Pause className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <span>
        {t(`pause.${extent}`)} {t('pause.until')}{' '}
        <button
          type="button"
          className="rounded-sm text-accent-text hover:underline"
          onClick={() => paused.setAll(false)}
        >
          {t('pause.resumeAll')}
        </button>
      </span>
    </p>
  )
}
