import { layoutOfPage } from '@octavo/core/display'
import { type DocumentPage, inReadingOrder, type LayoutNode, type WorkbookDocument } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Button, ChevronDown, classNames, fieldLookSmall, Menu, MenuItem } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import { actionsOf, isTarget, targetsElement } from './element-targets.ts'
import { KindIcon } from './KindIcon.tsx'
import { OutlineMenu } from './OutlineMenu.tsx'
import { PausedMark } from './PauseActions.tsx'
import { RenameField } from './RenameField.tsx'

/**
 * The pages and overlays with their elements in reading order, and contained elements below their containers; a click selects and shows. A
 * search finds names anywhere, and the list can be limited to elements whose actions refer to one element.
 */
export function OutlinePanel() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const [search, setSearch] = useState('')
  const [targetId, setTargetId] = useState<string>()
  const [renamingId, setRenamingId] = useState<string>()
  const wanted = search.trim().toLocaleLowerCase()
  const holders = [...document.pages, ...document.overlays, ...document.panels].map((holder) => ({
    holder,
    name: typeof holder.name === 'string' ? holder.name : '',
    nodes: layoutOfPage(document, holder as DocumentPage).children,
  }))

  function isShown(elementId: string): boolean {
    if (targetId !== undefined) return targetsElement(document, elementId, targetId)
    return wanted === '' || actions.nameOf(elementId).toLocaleLowerCase().includes(wanted)
  }

  const found = holders
    .map(({ nodes, ...rest }) => ({ ...rest, nodes: kept(nodes, isShown) }))
    .filter(
      ({ name, nodes }) =>
        nodes.length > 0 || (targetId === undefined && (wanted === '' || name.toLocaleLowerCase().includes(wanted))),
    )
  return (
    <OutlineMenu onRename={setRenamingId}>
      {targetId === undefined ? (
        <input
          type="search"
          aria-label={t('outline.search')}
          placeholder={t('outline.search')}
          className={fieldLookSmall}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : (
        <div className="flex flex-col items-start gap-1 px-2">
          <p className="font-medium">{t('outline.targetingTitle', { name: actions.nameOf(targetId) })}</p>
          <Button isSmall onClick={() => setTargetId(undefined)}>
            {t('outline.targetingBack')}
          </Button>
        </div>
      )}
      {found.length === 0 && (
        <p className="px-2 text-muted">
          {targetId === undefined ? t('outline.nothing', { text: search.trim() }) : t('outline.targetingNone')}
        </p>
      )}
      {found.map(({ holder, name, nodes }) => (
        <HolderNodes
          key={holder.id}
          holder={{ id: holder.id, name }}
          nodes={nodes}
          document={document}
          onTargeting={setTargetId}
          isRenaming={holder.id === renamingId}
          onRenamed={() => setRenamingId(undefined)}
        />
      ))}
    </OutlineMenu>
  )
}

interface HolderNodesProps extends Omit<NodesProps, 'pageId'> {
  holder: { id: string; name: string }
  isRenaming: boolean
  onRenamed: () => void
}

/** A page or an overlay, with what is on it. */
function HolderNodes({ holder, nodes, document, onTargeting, isRenaming, onRenamed }: HolderNodesProps) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const isShown = useEditorState((state) => state.pageId === holder.id)
  return (
    <section aria-label={holder.name}>
      {isRenaming ? (
        <RenameField
          name={holder.name}
          label={t('renamePage')}
          onDone={(name) => {
            onRenamed()
            if (name !== undefined && name !== holder.name) actions.pages.rename(holder.id, name)
          }}
        />
      ) : (
        <button
          type="button"
          data-outline-page={holder.id}
          aria-current={isShown ? 'page' : undefined}
          className={classNames(
            'flex h-item w-full items-center rounded-sm px-2 text-left text-xs font-semibold hover:bg-hover focus-visible:-outline-offset-2',
            isShown ? 'text-ink' : 'text-muted',
          )}
          onClick={() => editor.showPage(holder.id)}
        >
          <span className="truncate">{holder.name}</span>
        </button>
      )}
      {nodes.length === 0 ? (
        <p className="px-2 text-xs text-faint">{t('outline.empty')}</p>
      ) : (
        <Nodes nodes={nodes} pageId={holder.id} document={document} onTargeting={onTargeting} />
      )}
    </section>
  )
}

interface NodesProps {
  nodes: readonly OutlineNode[]
  pageId: string
  document: WorkbookDocument
  onTargeting: (elementId: string) => void
}

function Nodes({ nodes, pageId, document, onTargeting }: NodesProps) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const selected = useEditorState((state) => state.selection.elementIds)
  return (
    <ul>
      {nodes.map(({ id, inner }) => {
        const name = actions.nameOf(id)
        const own = actionsOf(document, id)
        const count = own.length
        return (
          <li key={id}>
            <div
              className={classNames(
                'group/outline flex items-center rounded-sm pr-1',
                selected.includes(id) ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <button
                type="button"
                data-outline-element={id}
                data-outline-of={pageId}
                aria-pressed={selected.includes(id)}
                className="flex h-item min-w-0 grow items-center gap-2 rounded-sm px-2 text-left focus-visible:-outline-offset-2"
                onClick={() => {
                  editor.showPage(pageId)
                  editor.select({ elementIds: [id] })
                }}
              >
                <KindIcon kind={document.elements[id]?.kind ?? ''} className="size-4 shrink-0 text-muted" />
                <span className="truncate">{name}</span>
                {count > 0 && (
                  <span className="ml-auto flex shrink-0 items-center gap-1 text-xs text-faint">
                    <PausedMark actions={own} /> {t('outline.actions', { count })}
                  </span>
                )}
              </button>
              {isTarget(document, id) && (
                <Menu
                  label={t('outline.menuOf', { name })}
                  triggerClass="grid size-6 shrink-0 place-items-center rounded-sm text-muted opacity-0 group-focus-within/outline:opacity-100 group-hover/outline:opacity-100 hover:bg-pressed data-popup-open:opacity-100"
                  trigger={<ChevronDown aria-hidden />}
                >
                  <MenuItem onSelect={() => onTargeting(id)}>{t('outline.targeting')}</MenuItem>
                </Menu>
              )}
            </div>
            {inner.length > 0 && (
              <div className="pl-4">
                <Nodes nodes={inner} pageId={pageId} document={document} onTargeting={onTargeting} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface OutlineNode {
  id: string
  inner: OutlineNode[]
}

/** Elements that are shown, and the containers of such elements, in reading order. */
function kept(nodes: readonly LayoutNode[], isShown: (elementId: string) => boolean): OutlineNode[] {
  return [...nodes].sort(inReadingOrder).flatMap((node) => {
    const children =
      node.tag === 'Container'
        ? node.children
        : node.tag === 'TabbedContainer'
          ? node.tabs.flatMap((tab) => tab.children)
          : []
    const inner = kept(children, isShown)
    return inner.length > 0 || isShown(node.elementId) ? [{ id: node.elementId, inner }] : []
  })
}
