import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { newVersion } from '../new-version.ts'
import { Button, popupLook } from '../ui/index.ts'

/** Asks for a reload once the server has another build of the app. Edits that were not sent are kept over it. */
export function NewVersion() {
  const { t } = useTranslation()
  if (!useSyncExternalStore(newVersion.subscribe, newVersion.read)) return null
  return (
    <div
      role="status"
      className={popupLook(
        'fixed bottom-4 left-1/2 z-(--z-toast) flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-3 py-2 pr-2 pl-4',
      )}
    >
      <span className="font-medium">{t('newVersion.title')}</span>
      <Button look="primary" isSmall onClick={() => location.reload()}>
        {t('newVersion.reload')}
      </Button>
    </div>
  )
}
