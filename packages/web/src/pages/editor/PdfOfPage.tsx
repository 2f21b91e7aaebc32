import { useEditorState } from '../../editor/index.ts'
import { PdfDialog } from '../../elements/PdfDialog.tsx'

/** Asks for the paper of a PDF of a page or an overlay of the draft. */
export function PdfOfPage({ elementId: pageId, onClose }: { elementId: string; onClose: () => void }) {
  const name = useEditorState(
    ({ document }) => [...document.pages, ...document.overlays].find(({ id }) => id === pageId)?.name ?? '',
  )
  return <PdfDialog name={name} target={{ pageId }} onClose={onClose} />
}
