import { useEditor } from '../../editor/index.ts'
import { SchedulesDialog } from './SchedulesDialog.tsx'
import '../../i18n/schedules.ts'
// Words of the pages whose parts it is made of.
import '../../i18n/organization.ts'

interface AlertOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** A new schedule that is sent when a condition on the rows or the number of one element of the open workbook holds. */
export function AlertOfElement({ elementId, name, onClose }: AlertOfElementProps) {
  const editor = useEditor()
  return (
    <SchedulesDialog
      workbookId={editor.workbookId}
      name={name}
      document={editor.state.document}
      view={undefined}
      canEdit
      alertOn={{ elementId, name }}
      onClose={onClose}
    />
  )
}
