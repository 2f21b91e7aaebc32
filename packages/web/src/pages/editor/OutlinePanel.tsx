import { layoutOfPage } from '@octavo/core/display'
import type { LayoutNode } from '@octavo/core/document'
import { inReadingOrder } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { classNames } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import { KindIcon } from './KindIcon.tsx'
import { shownHolder } from './use-draft-page.ts'

/** The elements of the shown page in reading order, with what stands in containers below them; a click selects. */
export function OutlinePanel() {
  const { t } = useTranslation('editor')
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const holder = shownHolder(document, pageId)
  const nodes = holder ? layoutOfPage(document, holder).children : []
  if (nodes.length === 0) return <p className="px-4 py-2 text-muted">{t('empty.title')}</p>
  return (
    <div className="px-2 pb-4">
      <Nodes nodes={nodes} />
    </div>
  )
}

function Nodes({ nodes }: { nodes: readonly LayoutNode[] }) {
  const editor = useEditor()
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const selected = useEditorState((state) => state.selection.elementIds)
  return (
    <ul>
      {[...nodes].sort(inReadingOrder).map((node) => {
        const { elementId: id } = node
        const inner =
          node.tag === 'Container'
            ? node.children
            : node.tag === 'TabbedContainer'
              ? node.tabs.flatMap((tab) => tab.children)
              : []
        return (
          <li key={id}>
            <button
              type="button"
              aria-pressed={selected.includes(id)}
              className={classNames(
                'flex h-item w-full items-center gap-2 rounded-sm px-2 text-left focus-visible:-outline-offset-2',
                selected.includes(id) ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
              onClick={() => editor.select({ elementIds: [id] })}
            >
              <KindIcon kind={document.elements[id]?.kind ?? ''} className="size-4 shrink-0 text-muted" />
              <span className="truncate">{actions.nameOf(id)}</span>
            </button>
            {inner.length > 0 && (
              <div className="pl-4">
                <Nodes nodes={inner} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
