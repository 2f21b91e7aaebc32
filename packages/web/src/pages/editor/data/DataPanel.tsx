import { type ColumnHolder, columnHolder, elementsOfPage, orderOf } from '@octavo/core/document'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import {
  AddColumnsMenu,
  type ColumnFacts,
  ColumnMenu,
  type ColumnQuestion,
  columnGestures,
  commandOfKeys,
  FolderMenu,
  LazyColumnDialog,
  typeIcon,
  useColumnFacts,
  useColumnPlaces,
} from '../../../elements/table/columns/index.ts'
import { Tree, type TreeNode } from '../../../forms/index.ts'
import { EyeOff, Folder, fieldLookSmall } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'

/** A tree of the elements of the shown page that have columns; each column has its commands. */
export function DataPanel() {
  const { t } = useTranslation('editor')
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const [search, setSearch] = useState('')
  const holders = elementsOfPage(document, pageId).flatMap(({ id }) => columnHolder(document, id) ?? [])
  if (holders.length === 0) return <p className="px-4 py-2 text-muted">{t('noData')}</p>
  return (
    <div className="flex flex-col gap-2 px-2 pb-4">
      <input
        type="search"
        aria-label={t('columnSearch')}
        placeholder={t('columnSearch')}
        className={fieldLookSmall}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {holders.map((element) => (
        <ElementColumns key={element.id} element={element} search={search.trim().toLocaleLowerCase()} />
      ))}
    </div>
  )
}

const nothing: readonly string[] = []

function ElementColumns({ element, search }: { element: ColumnHolder; search: string }) {
  const columnWords = useTranslation('columns').t
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const selection = useEditorState((state) => state.selection)
  const [isFolded, setFolded] = useState(false)
  const [openFolders, setOpenFolders] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<{ question: ColumnQuestion; columnIds: readonly string[] }>()
  const isSelected = selection.elementIds.length === 1 && selection.elementIds[0] === element.id
  const chosen = isSelected ? selection.columnIds : nothing
  const name = useActions().nameOf(element.id)
  const nodes = useMemo((): TreeNode[] => {
    const columns = nodesOf(element, facts, (id) => (
      <ColumnMenu element={element} columnIds={chosen.includes(id) ? chosen : [id]} name={facts.name(id)} />
    ))
    const found =
      search === '' ? columns : flat(columns).filter((node) => node.name.toLocaleLowerCase().includes(search))
    const actions = element.kind === 'input-table' ? undefined : <AddColumnsMenu element={element} name={name} />
    return [{ id: element.id, name, children: found, ...(actions ? { actions } : {}) }]
  }, [element, facts, chosen, search, name])
  const expanded = useMemo(
    () => (isFolded && search === '' ? openFolders : [element.id, ...openFolders]),
    [isFolded, search, openFolders, element.id],
  )

  const placeOf = useColumnPlaces(element, facts)
  const rowRef = useCallback(
    (node: TreeNode, row: HTMLElement) =>
      node.id === element.id || node.children !== undefined ? undefined : placeOf(node.id, row),
    [element.id, placeOf],
  )

  function onRowKey(node: TreeNode, event: KeyboardEvent): boolean {
    if (node.id === element.id || node.children !== undefined) return false
    const columnIds = chosen.includes(node.id) ? chosen : [node.id]
    const ask = (question: ColumnQuestion) => setAsked({ question, columnIds })
    const command = commandOfKeys({ editor, element, columnIds, facts, t: columnWords, ask }, event)
    command?.run()
    return command !== undefined
  }

  return (
    <>
      <Tree
        label={name}
        nodes={nodes}
        expanded={expanded}
        onExpand={(expanded) => {
          setFolded(!expanded.includes(element.id))
          setOpenFolders(expanded.filter((id) => id !== element.id))
        }}
        selected={isSelected ? (chosen.length > 0 ? chosen : [element.id]) : []}
        onSelect={(ids) => {
          const columnIds = ids.filter((id) => element.columns.some((column) => column.id === id))
          editor.select({ elementIds: [element.id], columnIds })
        }}
        onOpen={(node) => {
          if (node.id !== element.id && node.children === undefined)
            editor.select({ elementIds: [element.id], columnIds: [node.id] })
        }}
        onRename={(node, next) => {
          if (node.id === element.id) return
          columnGestures({ editor, element, columnIds: [node.id], facts, t: columnWords }).rename(next)
        }}
        onRowKey={onRowKey}
        rowRef={rowRef}
      />
      {asked && (
        <LazyColumnDialog
          question={asked.question}
          element={element}
          columnIds={asked.columnIds}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** Columns and folders in the order of the element, summary columns last. */
function nodesOf(
  element: ColumnHolder,
  facts: ColumnFacts,
  menuOf: (columnId: string) => TreeNode['actions'],
): TreeNode[] {
  const byId = new Map(element.columns.map((column) => [column.id, column]))
  const folders = new Map((element.folders ?? []).map((folder) => [folder.id, folder]))
  const nodeOf = (id: string): TreeNode[] => {
    const folder = folders.get(id)
    if (folder) {
      const items = folder.items ?? []
      const actions = <FolderMenu element={element} folder={folder} />
      return [{ id, name: folder.name, icon: Folder, children: items.flatMap(nodeOf), detail: items.length, actions }]
    }
    const column = byId.get(id)
    if (!column) return []
    const isHidden = column.hidden === true
    const icon = isHidden ? EyeOff : typeIcon(facts.type(id))
    return [{ id, name: facts.name(id), icon, isFaint: isHidden, actions: menuOf(id) }]
  }
  const shown = orderOf(element)
  const keys = (element.groupings ?? []).flatMap(({ groupBy = [], calculations = [] }) => [...groupBy, ...calculations])
  return [...new Set([...keys, ...shown, ...(element.summary ?? [])])].flatMap(nodeOf)
}

function flat(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => (Array.isArray(node.children) ? flat(node.children) : [node]))
}
