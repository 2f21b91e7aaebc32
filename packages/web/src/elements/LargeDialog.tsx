import type { DataElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/index.ts'
import { LargeProvider, useDrawnElement } from './large-context.ts'

/** One element over the whole window, with the same rows. */
export function LargeDialog({ element, name, onClose }: { element: DataElement; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const DrawnElement = useDrawnElement()
  return (
    <Dialog isOpen isFlush size="full" title={name} closeLabel={t('common.close')} onClose={onClose}>
      <div className="h-[calc(85dvh-5rem)] px-4 pb-4">
        <LargeProvider value={true}>
          <DrawnElement element={element} />
        </LargeProvider>
      </div>
    </Dialog>
  )
}
