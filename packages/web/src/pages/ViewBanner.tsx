import { useTranslation } from 'react-i18next'
import { isEmbedded } from '../embedded.ts'
import { Banner, Button } from '../ui/index.ts'
import type { ShownWorkbook } from './open-view.ts'
import type { WorkbookDialog } from './workbook-dialog.ts'
import '../i18n/looks.ts'

interface ViewBannerProps {
  shown: Omit<ShownWorkbook, 'spec'>
  canEdit: boolean
  /** Absent while an administrator looks as somebody else. */
  onDialog: ((dialog: WorkbookDialog) => void) | undefined
  onClose: () => void
}

/** Says through which view a workbook is shown, what of the view no longer applies, or that the view is gone. */
export function ViewBanner({ shown, canEdit, onDialog, onClose }: ViewBannerProps) {
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
  const isPrivate = view.isPrivate === true
  return (
    <Banner
      tone={view.dropped > 0 ? 'warning' : 'info'}
      action={
        <span className="flex flex-wrap gap-2">
          {/* The page around an embed decides which links its readers get. */}
          {onDialog && isPrivate && !isEmbedded && (
            <Button isSmall onClick={() => onDialog('link')}>
              {t('view.link')}
            </Button>
          )}
          {onDialog && canEdit && view.query.exploreKey !== undefined && (
            <Button isSmall onClick={() => onDialog('merge')}>
              {t('view.merge')}
            </Button>
          )}
          {close}
        </span>
      }
    >
      {[name, isPrivate && t('view.private'), view.dropped > 0 && t('view.dropped', { count: view.dropped })]
        .filter(Boolean)
        .join(' ')}
    </Banner>
  )
}
