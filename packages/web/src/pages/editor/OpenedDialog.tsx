import { lazyPart } from '../../ui/index.ts'
import type { ElementDialog } from './element-dialog.ts'
import { RemovalDialog } from './removal/RemovalDialog.tsx'

const SqlOfElement = lazyPart(async () => ({ default: (await import('./sql/SqlOfElement.tsx')).SqlOfElement }))
const JoinOfElement = lazyPart(async () => ({ default: (await import('./join/JoinOfElement.tsx')).JoinOfElement }))
const UnionOfElement = lazyPart(async () => ({ default: (await import('./union/UnionOfElement.tsx')).UnionOfElement }))
const TransposeOfElement = lazyPart(async () => ({
  default: (await import('./transpose/TransposeOfElement.tsx')).TransposeOfElement,
}))
const SourceOfElement = lazyPart(async () => ({
  default: (await import('./source/SourceOfElement.tsx')).SourceOfElement,
}))
const MaterializationOfElement = lazyPart(async () => ({
  default: (await import('../materialization/MaterializationOfElement.tsx')).MaterializationOfElement,
}))
const AlertOfElement = lazyPart(async () => ({
  default: (await import('../schedules/AlertOfElement.tsx')).AlertOfElement,
}))
const UploadedRowsOfElement = lazyPart(async () => ({
  default: (await import('../uploads/UploadedRowsOfElement.tsx')).UploadedRowsOfElement,
}))
const CommentsOfElement = lazyPart(async () => ({
  default: (await import('../comments/CommentsOfElement.tsx')).CommentsOfElement,
}))
const QueriesOfDocument = lazyPart(async () => ({
  default: (await import('../administration/queries/QueriesOfDocument.tsx')).QueriesOfDocument,
}))
const PdfOfPage = lazyPart(async () => ({ default: (await import('./PdfOfPage.tsx')).PdfOfPage }))
const SwapSourcesDialog = lazyPart(async () => ({
  default: (await import('./swap/SwapSourcesDialog.tsx')).SwapSourcesDialog,
}))
const ModelOfTableDialog = lazyPart(async () => ({
  default: (await import('./extract/ModelOfTableDialog.tsx')).ModelOfTableDialog,
}))
const dialogParts = {
  sql: SqlOfElement,
  join: JoinOfElement,
  union: UnionOfElement,
  transpose: TransposeOfElement,
  source: SourceOfElement,
  removal: RemovalDialog,
  materialization: MaterializationOfElement,
  alert: AlertOfElement,
  uploadedRows: UploadedRowsOfElement,
  comments: CommentsOfElement,
  queries: QueriesOfDocument,
  swap: SwapSourcesDialog,
  dataModel: ModelOfTableDialog,
  pagePdf: PdfOfPage,
} satisfies Record<ElementDialog, unknown>

interface OpenedDialogProps {
  kind: ElementDialog
  elementId: string
  name: string
  onClose: () => void
}

/** A dialog about one element. A separate file, so that opening the editor does not load the list of dialogs. */
export function OpenedDialog({ kind, ...props }: OpenedDialogProps) {
  const Opened = dialogParts[kind]
  return <Opened {...props} />
}
