import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { Button, classNames, EyeOff, Plus } from '../../ui/index.ts'

/** Tabs of the pages, and of the overlays behind them. */
export function EditorTabs() {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const editor = useEditor()
  const pages = useEditorState((state) => state.document.pages)
  const overlays = useEditorState((state) => state.document.overlays)
  const pageId = useEditorState((state) => state.pageId)

  function addPage() {
    const id = newId()
    const name = t('page', { place: pages.length + 1 })
    const after = pages.at(-1)?.id ?? null
    const entry = { id, name, elementIds: [] }
    editor.apply(t('word.addPage'), [{ op: 'insert', at: ['pages'], entry, after }], { pageId: id })
  }

  return (
    <nav
      aria-label={common('workbook.pages')}
      className="flex h-9 shrink-0 items-stretch gap-1 overflow-x-auto border-b border-line bg-surface px-3 scroll-quiet"
    >
      {[...pages, ...overlays].map((page) => (
        <button
          key={page.id}
          type="button"
          aria-current={page.id === pageId ? 'page' : undefined}
          className={classNames(
            'flex shrink-0 items-center gap-1.5 border-b-2 px-2.5 font-medium transition-colors focus-visible:-outline-offset-2',
            page.id === pageId ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
          onClick={() => editor.showPage(page.id)}
        >
          {page.name}
          {page.visibility === 'hidden' && (
            <EyeOff className="size-3.5 text-faint" role="img" aria-label={common('workbook.hiddenPage')} />
          )}
        </button>
      ))}
      <Button look="quiet" isIcon className="my-0.5" aria-label={t('addPage')} title={t('addPage')} onClick={addPage}>
        <Plus className="size-4" />
      </Button>
    </nav>
  )
}
