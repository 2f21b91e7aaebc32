import {
  columnNames,
  columnsOf,
  type Relationship,
  type TableElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { type KeyboardEvent, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { isTable, shownName } from '../data-model/model-elements.ts'
import { placeLineage } from '../lineage/lineage-layout.ts'
import { type ColumnPlace, DiagramBox } from './DiagramBox.tsx'
import { DiagramLines, type DiagramLink } from './DiagramLines.tsx'
import { boxSizes, type DiagramTable, shownColumns } from './diagram-sizes.ts'
import { withEntry } from './list-edits.ts'
import { rowPoliciesOf } from './row-policies.ts'

const RelationshipDialog = lazyPart(async () => ({
  default: (await import('./RelationshipDialog.tsx')).RelationshipDialog,
}))

interface Asked extends DiagramLink {
  isNew: boolean
}

/** All tables of the data model with their relationships, which are created by connecting two keys. */
export function ModelDiagram({ onOpen }: { onOpen: (elementId: string) => void }) {
  const { t } = useTranslation('models')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const selected = useEditorState((state) => state.selection.elementIds[0])
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ColumnPlace>()
  const [asked, setAsked] = useState<Asked>()
  const { tables, links, placed } = useMemo(() => diagramOf(document, whole), [document, whole])
  const byId = useMemo(() => new Map(tables.map((table) => [table.id, table])), [tables])

  const join = useCallback((from: ColumnPlace, to: ColumnPlace) => {
    const keys = [{ sourceColumnId: from.columnId, targetColumnId: to.columnId }]
    const relationship = { id: newId(), targetElementId: to.elementId, keys }
    setChosen(undefined)
    setAsked({ elementId: from.elementId, relationship, isNew: true })
  }, [])
  function save(element: TableElement, relationship: Relationship) {
    const word = t('edit.relationships.word', { name: relationship.name ?? relationship.id })
    editor.apply(word, withEntry(element, 'relationships', { ...relationship }))
    setAsked(undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !chosen) return
    event.stopPropagation()
    setChosen(undefined)
  }

  const chosenName = chosen && byId.get(chosen.elementId)?.columns.find(({ id }) => id === chosen.columnId)?.name
  const askedElement = asked && document.elements[asked.elementId]
  return (
    <main id="content" data-region tabIndex={-1} className="flex min-h-0 min-w-0 grow flex-col outline-none">
      <p role="status" className="shrink-0 border-b border-line bg-surface px-4 py-2 text-xs text-muted">
        {chosenName === undefined ? t('edit.diagram.help') : t('edit.diagram.chosen', { name: chosenName })}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape gives up the choice of a column, wherever the focus is in here */}
      <div className="min-h-0 grow overflow-auto scroll-quiet" onKeyDown={onKeyDown}>
        <div className="relative" style={{ width: placed.width, height: placed.height }}>
          <DiagramLines
            links={links}
            tables={byId}
            placed={placed}
            onOpen={(link) => setAsked({ ...link, isNew: false })}
          />
          {tables.map((table) => (
            <DiagramBox
              key={table.id}
              table={table}
              place={placed.places.get(table.id) ?? { x: 0, y: 0 }}
              isSelected={table.id === selected}
              chosen={chosen}
              onChoose={setChosen}
              onJoin={join}
              onOpen={() => onOpen(table.id)}
              onMore={() => setWhole(new Set([...whole, table.id]))}
            />
          ))}
        </div>
      </div>
      {asked && askedElement && isTable(askedElement) && (
        <Suspense>
          <RelationshipDialog
            element={askedElement}
            relationship={asked.relationship}
            isNew={asked.isNew}
            targets={tables
              .filter(({ id }) => id !== askedElement.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
            onSave={(relationship) => save(askedElement, relationship)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </main>
  )
}

function diagramOf(document: WorkbookDocument, whole: ReadonlySet<string>) {
  const elements = Object.values(document.elements).filter(isTable)
  const links: DiagramLink[] = elements.flatMap(({ id, relationships = [] }) =>
    relationships.map((relationship) => ({ elementId: id, relationship })),
  )
  const keys = new Set(
    links.flatMap(({ elementId, relationship }) =>
      relationship.keys.flatMap(({ sourceColumnId, targetColumnId }) => [
        `${elementId} ${sourceColumnId}`,
        `${relationship.targetElementId} ${targetColumnId}`,
      ]),
    ),
  )
  const tables = elements.map((element): DiagramTable => {
    const policies = new Set(rowPoliciesOf(element).map(({ columnId }) => columnId))
    const ofPolicies = new Set(
      element.columns.filter(({ id, hidden }) => hidden && policies.has(id)).map(({ id }) => id),
    )
    const all = [...columnNames(columnsOf(element))]
      .map(([id, name]) => ({ id, name, isKey: keys.has(`${element.id} ${id}`) }))
      .filter(({ id, isKey }) => isKey || !ofPolicies.has(id))
    const columns = shownColumns(all, whole.has(element.id))
    return { id: element.id, name: shownName(element), columns, hidden: all.length - columns.length }
  })
  const edges = links.map(({ elementId, relationship }) => ({ from: elementId, to: relationship.targetElementId }))
  return { tables, links, placed: placeLineage({ nodes: tables, edges }, boxSizes(tables)) }
}
