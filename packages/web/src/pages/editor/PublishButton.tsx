import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { Button, ChevronDown, Menu, MenuItem, MenuSeparator } from '../../ui/index.ts'
import type { PreviewStart, PreviewWidth } from './Preview.tsx'

interface PublishButtonProps {
  publish: () => void
  isBusy: boolean
  onDiscard: () => void
  onReview: () => void
  onGoToPublished: () => void
  onPreview: (width: PreviewWidth, start?: PreviewStart) => void
}

/** The Publish button, and a menu of related commands. Disabled while nothing was changed. */
export function PublishButton({
  publish,
  isBusy,
  onDiscard,
  onReview,
  onGoToPublished,
  onPreview,
}: PublishButtonProps) {
  const { t } = useTranslation('editor')
  const hasChanges = useEditorState((state) => state.hasChanges)
  return (
    <span className="flex shrink-0 gap-px">
      <Button look="primary" className="rounded-r-none" disabled={!hasChanges} isBusy={isBusy} onClick={publish}>
        {t('publish')}
      </Button>
      <Menu
        label={t('publishMenu')}
        triggerClass="grid h-control w-7 place-items-center rounded-r-md bg-accent text-on-accent hover:bg-accent-hover"
        trigger={<ChevronDown className="size-4" />}
      >
        <MenuItem onSelect={() => onPreview('desktop')}>{t('preview.start')}</MenuItem>
        <MenuItem onSelect={() => onPreview('desktop', { mayExplore: true })}>{t('preview.startExplore')}</MenuItem>
        <MenuItem onSelect={() => onPreview('phone')}>{t('preview.startPhone')}</MenuItem>
        <MenuItem onSelect={() => onPreview('desktop', { choosesMember: true })}>{t('preview.startAs')}</MenuItem>
        <MenuItem isDisabled={!hasChanges} onSelect={onReview}>
          {t('publishReview')}
        </MenuItem>
        <MenuItem onSelect={onGoToPublished}>{t('goToPublished')}</MenuItem>
        <MenuSeparator />
        <MenuItem isDanger isDisabled={!hasChanges} onSelect={onDiscard}>
          {t('discard.open')}
        </MenuItem>
      </Menu>
    </span>
  )
}
