import { useTranslation } from 'react-i18next'
import { Banner, Button } from '../ui/index.ts'
import type { ShownWorkbook } from './open-view.ts'
import '../i18n/looks.ts'

/** Says through which view a workbook is shown, what of the view no longer applies, or that the view is gone. */
export function ViewBanner({
  shown,
  onMerge,
  onClose,
}: {
  shown: Omit<ShownWorkbook, 'spec'>
  /** Absent for those who may not edit the workbook. */
  onMerge: (() => void) | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('looks')
  const { view, isViewGone } = shown
  const close = (
    <Button isSmall onClick={onClose}>
      {t('view.close')}
    </Button>
  )
  if (isViewGone) {
    return (
      <Banner tone="warning" action={close}>
        {t('view.gone')}
      </Banner>
    )
  }
  if (view === undefined) return null
  const name = view.name === undefined ? t('view.custom') : t('view.saved', { name: view.name })
  return (
    <Banner
      tone={view.dropped > 0 ? 'warning' : 'info'}
      action={
        <span className="flex flex-wrap gap-2">
          {onMerge && view.query.exploreKey !== undefined && (
            <Button isSmall onClick={onMerge}>
              {t('view.merge')}
            </Button>
          )}
          {close}
        </span>
      }
    >
      {[name, view.dropped > 0 && t('view.dropped', { count: view.dropped })].filter(Boolean).join(' ')}
    </Banner>
  )
}
