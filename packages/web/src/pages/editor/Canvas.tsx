import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { PageGrid } from '../PageGrid.tsx'
import { SelectionFrames } from './SelectionFrames.tsx'
import { shownHolder } from './use-draft-page.ts'

/** The page as readers see it, with frames and handles laid over it. */
export function Canvas() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const surface = useRef<HTMLDivElement>(null)
  const holder = shownHolder(document, pageId)

  function onClick(event: MouseEvent) {
    const id = (event.target as Element).closest('[data-element]')?.getAttribute('data-element')
    const { elementIds } = editor.state.selection
    if (!id) {
      editor.select({ elementIds: [] })
      return
    }
    if (elementIds.length === 1 && elementIds[0] === id) return
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey
    editor.select({ elementIds: isAdding ? [...elementIds.filter((other) => other !== id), id] : [id] })
  }

  return (
    <main className="min-w-0 grow overflow-auto scroll-quiet">
      <div ref={surface} className="relative min-h-full pb-40" onClickCapture={onClick}>
        {holder && (
          <PageGrid
            document={document}
            page={holder}
            isNarrow={false}
            empty={<p className="py-24 text-center text-muted">{t('emptyPage')}</p>}
          />
        )}
        <SelectionFrames surface={surface} />
      </div>
    </main>
  )
}
