import type { TableElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { shownName } from '../data-model/model-elements.ts'
import { MaterializationPanel } from '../materialization/MaterializationPanel.tsx'
import '../../i18n/materialization.ts'

/** The schedule by which the rows of a table are stored for all documents that read it. */
export function MaterializationTab({ element }: { element: TableElement }) {
  const { t } = useTranslation('materialization')
  const { workbookId: documentId } = useEditor()
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <p className="text-muted">{t('lead')}</p>
      <MaterializationPanel
        type="data-model"
        documentId={documentId}
        elementId={element.id}
        name={shownName(element)}
      />
    </div>
  )
}
