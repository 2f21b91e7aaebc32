import type { FileEntry } from '@octavo/core/contract'
import type { DocumentPage } from '@octavo/core/document'
import { Suspense } from 'react'
import { useOpenPage } from '../editor/index.ts'
import type { ViewedWorkbook } from '../embedding/use-saved-views.ts'
import { useSession } from '../session.ts'
import { lazyPart } from '../ui/index.ts'
import { useMay } from './data/people.ts'
import type { WorkbookDialog } from './workbook-dialog.ts'

const AccessDialog = lazyPart(async () => {
  const [{ AccessDialog }] = await Promise.all([
    import('./sharing/AccessDialog.tsx'),
    import('../i18n/organization.ts'),
  ])
  return { default: AccessDialog }
})

const CommentsDrawer = lazyPart(async () => {
  const [{ CommentsDrawer }] = await Promise.all([
    import('./comments/CommentsDrawer.tsx'),
    import('../i18n/comments.ts'),
    // Words of the pages whose parts it is made of.
    import('../i18n/organization.ts'),
  ])
  return { default: CommentsDrawer }
})

const PdfDialog = lazyPart(async () => ({ default: (await import('../elements/PdfDialog.tsx')).PdfDialog }))

const SaveTemplateDialog = lazyPart(async () => {
  const [{ SaveTemplateDialog }] = await Promise.all([
    import('./home/SaveTemplateDialog.tsx'),
    import('../i18n/organization.ts'),
  ])
  return { default: SaveTemplateDialog }
})

const MergeDialog = lazyPart(async () => {
  const [{ MergeDialog }] = await Promise.all([import('./explore/MergeDialog.tsx'), import('../i18n/explore.ts')])
  return { default: MergeDialog }
})

const ViewDialogs = lazyPart(async () => ({ default: (await import('./ViewDialogs.tsx')).ViewDialogs }))

const SchedulesDialog = lazyPart(async () => {
  const [{ SchedulesDialog }] = await Promise.all([
    import('./schedules/SchedulesDialog.tsx'),
    import('../i18n/schedules.ts'),
    // Words of the pages whose parts it is made of.
    import('../i18n/organization.ts'),
  ])
  return { default: SchedulesDialog }
})

const SendDialog = lazyPart(async () => {
  const [{ SendDialog }] = await Promise.all([
    import('./schedules/SendDialog.tsx'),
    import('../i18n/schedules.ts'),
    // Words of the pages whose parts it is made of.
    import('../i18n/organization.ts'),
  ])
  return { default: SendDialog }
})

interface WorkbookDialogsProps {
  dialog: WorkbookDialog
  name: string
  /** The page on screen. */
  page: DocumentPage
  viewed: ViewedWorkbook
  /** The workbook as a file; absent where it could not be read. */
  file: FileEntry | undefined
  canEdit: boolean
  onClose: () => void
}

/** The dialogs that are opened from the bar of a workbook. */
export function WorkbookDialogs(props: WorkbookDialogsProps) {
  return (
    <Suspense>
      <OneDialog {...props} />
    </Suspense>
  )
}

function OneDialog({ dialog, name, page, viewed, file, canEdit, onClose }: WorkbookDialogsProps) {
  const { workbookId, document, showElement } = useOpenPage()
  const session = useSession()
  const may = useMay()
  const view = viewed.view?.query
  switch (dialog) {
    case 'share':
      return file && <AccessDialog target={file} onClose={onClose} />
    case 'template':
      return file && <SaveTemplateDialog workbook={file} onClose={onClose} />
    case 'schedule':
      return <SchedulesDialog {...{ workbookId, name, document, view, canEdit, onClose }} />
    case 'send':
      return <SendDialog {...{ workbookId, name, document, view, onClose }} />
    case 'merge':
      return (
        view?.exploreKey !== undefined && (
          <MergeDialog {...{ workbookId, name, onClose }} exploreKey={view.exploreKey} />
        )
      )
    case 'link':
    case 'saveView':
    case 'deleteView':
      return <ViewDialogs {...{ dialog, viewed, file, onClose }} />
    case 'pdf':
      return <PdfDialog name={page.name} target={{ pageId: page.id, workbookName: name }} onClose={onClose} />
    case 'comments': {
      const mayComment = session !== null && !session.viewAs && may('comment-on-workbooks')
      return <CommentsDrawer {...{ workbookId, document, mayComment, onClose }} onShowElement={showElement} />
    }
  }
}
