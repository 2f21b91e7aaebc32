import { elementName, elementsOfPage } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { classNames } from '../../ui/index.ts'
import { KindIcon } from './KindIcon.tsx'

/** The elements of the shown page by name; a click selects. */
export function OutlinePanel() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const selected = useEditorState((state) => state.selection.elementIds)
  return (
    <ul className="px-2 pb-4">
      {elementsOfPage(document, pageId).map((element) => (
        <li key={element.id}>
          <button
            type="button"
            aria-pressed={selected.includes(element.id)}
            className={classNames(
              'flex h-7 w-full items-center gap-2 rounded px-2 text-left',
              selected.includes(element.id) ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
            onClick={() => editor.select({ elementIds: [element.id] })}
          >
            <KindIcon kind={element.kind} className="size-4 shrink-0 text-muted" />
            <span className="truncate">{elementName(element) || t(`kind.${element.kind as 'text'}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
