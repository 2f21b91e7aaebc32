import { useEditor, useEditorState, useOpenPage } from '../../editor/index.ts'
import { useSession } from '../../session.ts'
import { useMay } from '../data/people.ts'
import { CommentsDrawer } from './CommentsDrawer.tsx'
import '../../i18n/comments.ts'
// Words of the pages whose parts it is made of.
import '../../i18n/organization.ts'

/** The comments on the workbook whose draft is open, beside the canvas; a new comment is about the selected element. */
export function CommentsOfElement({ elementId, onClose }: { elementId: string; onClose: () => void }) {
  const editor = useEditor()
  const { showElement } = useOpenPage()
  const session = useSession()
  const may = useMay()
  const document = useEditorState((state) => state.document)
  return (
    <CommentsDrawer
      workbookId={editor.workbookId}
      document={document}
      elementId={elementId in document.elements ? elementId : undefined}
      mayComment={session !== null && !session.viewAs && may('comment-on-workbooks')}
      onShowElement={showElement}
      onClose={onClose}
    />
  )
}
