import { useTranslation } from 'react-i18next'
import { usePausedActions } from '../../editor/index.ts'
import { Pause, Play } from '../../forms/index.ts'
import { Button, MenuItem } from '../../ui/index.ts'
import '../../i18n/actions.ts'

/** Entries of the menu of the document that pause and resume all actions of the workbook. */
export function PauseActionsItems() {
  const { t } = useTranslation('actions')
  const [extent, paused] = usePausedActions((all) => all.extent())
  return (
    <>
      {extent !== 'all' && <MenuItem onSelect={() => paused.setAll(true)}>{t('pause.pauseAll')}</MenuItem>}
      {extent !== 'none' && <MenuItem onSelect={() => paused.setAll(false)}>{t('pause.resumeAll')}</MenuItem>}
    </>
  )
}

/** The same in the bar of the preview, where actions run. */
export function PauseActionsButton() {
  const { t } = useTranslation('actions')
  const [extent, paused] = usePausedActions((all) => all.extent())
  const Icon = extent === 'none' ? Pause : Play
  return (
    <>
      {extent !== 'none' && (
        <span role="status" className="text-xs text-muted">
          {t(`pause.${extent}`)}
        </span>
      )}
      <Button isSmall onClick={() => paused.setAll(extent === 'none')}>
        <Icon className="size-4" aria-hidden /> {t(extent === 'none' ? 'pause.pauseAll' : 'pause.resumeAll')}
      </Button>
    </>
  )
}

/** Shown beside the number of actions of an element when some of them are paused. */
export function PausedMark({ actions }: { actions: readonly unknown[] }) {
  const { t } = useTranslation('actions')
  const [isPaused] = usePausedActions((paused) => actions.some((action) => paused.isPaused(idOf(action))))
  if (!isPaused) return null
  return (
    <span className="shrink-0 text-muted" title={t('pause.one')}>
      <Pause className="size-3.5" aria-hidden />
      <span className="sr-only">{t('pause.mark')}</span>
    </span>
  )
}

const idOf = (action: unknown) =>
  typeof action === 'object' && action !== null && 'id' in action ? String(action.id) : ''
