import type { FileEntry } from '@octavo/core/contract'
import type { DocumentPage } from '@octavo/core/document'
import { useNavigate } from '@tanstack/react-router'
import { useOpenPage } from '../editor/index.ts'
import { useFileExport } from '../elements/use-export.ts'
import { useMay } from '../pages/data/people.ts'
import { slugOf } from '../pages/workbook-address.ts'
import type { WorkbookDialog } from '../pages/workbook-dialog.ts'
import { useSession } from '../session.ts'
import { EmbedBar } from './EmbedBar.tsx'
import { EmbedBridge } from './EmbedBridge.tsx'
import { useEmbedMode } from './use-embed-mode.ts'
import type { ViewedWorkbook } from './use-saved-views.ts'

interface WorkbookEmbedProps extends ViewedWorkbook {
  name: string
  file: FileEntry | undefined
  page: DocumentPage
  canEdit: boolean
  canExport: boolean
  /** The reader may make a view of their own. */
  mayExplore: boolean
  /** One page or element is shown alone. */
  isPart: boolean
  onDialog: (dialog: WorkbookDialog | undefined) => void
}

const sending = ['export-to-email', 'export-to-webhook', 'export-to-slack']

/** The menu of an embedded workbook, with what its reader may do. */
export function WorkbookEmbedBar(props: WorkbookEmbedProps) {
  const { file, page, canEdit, canExport, isPart, onDialog } = props
  const open = useOpenPage()
  const exportFile = useFileExport()
  const may = useMay()
  const navigate = useNavigate()
  const organization = useSession()?.organization.slug ?? '-'
  const mayCustomize = props.mayExplore && may('full-explore')
  const setMode = useEmbedMode(mayCustomize)
  const edit = () => {
    if (!file) return
    const params = { org: organization, slug: slugOf(file.name, file.urlId) }
    void navigate({ to: '/$org/workbook/$slug/edit', params })
  }
  return (
    <EmbedBar
      {...props}
      mayCreate={may('edit-workbooks')}
      mayDelete={canEdit && file !== undefined}
      onEdit={canEdit && file && !isPart && may('edit-workbooks') ? edit : undefined}
      onCustomize={mayCustomize && !isPart ? () => setMode('explore') : undefined}
      onShare={file && canEdit && may('share-documents') ? () => onDialog('share') : undefined}
      onSchedule={may('schedule-exports') ? () => onDialog('schedule') : undefined}
      onSend={sending.some(may) ? () => onDialog('send') : undefined}
      onPdf={canExport ? () => onDialog('pdf') : undefined}
      onPng={
        canExport
          ? () => exportFile(open, page.name, { pageId: page.id, format: { type: 'png', scale: 2 } })
          : undefined
      }
    />
  )
}

/** Talks with the page around an embedded workbook. */
export function WorkbookEmbedBridge({ isBusy, ...props }: WorkbookEmbedProps & { isBusy: boolean }) {
  const may = useMay()
  const setMode = useEmbedMode(props.mayExplore && may('full-explore') && !props.isPart)
  const { onDialog } = props
  const toggleModal = (modal: 'schedule' | 'export' | undefined) => {
    if (modal === undefined) onDialog(undefined)
    else if (modal === 'schedule' && may('schedule-exports')) onDialog('schedule')
    else if (modal === 'export' && sending.some(may)) onDialog('send')
    else if (modal === 'export' && props.canExport) onDialog('pdf')
  }
  return <EmbedBridge {...props} isBusy={isBusy} toggleModal={toggleModal} setMode={setMode} />
}
