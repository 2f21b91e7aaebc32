import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { Dialog } from '../../ui/index.ts'
import { MaterializationPanel } from './MaterializationPanel.tsx'
import '../../i18n/materialization.ts'

interface MaterializationOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** The materialization schedule of one element of the open workbook. */
export function MaterializationOfElement({ elementId, name, onClose }: MaterializationOfElementProps) {
  const { t } = useTranslation('materialization')
  const common = useTranslation().t
  const { workbookId: documentId } = useEditor()
  return (
    <Dialog
      size="form"
      title={t('title', { name })}
      description={t('lead')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
    >
      <div>
        <MaterializationPanel type="workbook" documentId={documentId} elementId={elementId} name={name} />
      </div>
    </Dialog>
  )
}
