import {
  columnNames,
  type DataElement,
  inputColumn,
  inputColumnOrigin,
  namedColumns,
  setColumns,
  systemColumnName,
} from '@octavo/core/document'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { buttonLook, lazyPart, Menu, MenuItem, MenuSeparator, Plus, Submenu } from '../../ui/index.ts'
import type { WrittenTable } from './entry-plans.ts'
import {
  addColumn,
  columnOfKind,
  type EnteredKind,
  enteredKinds,
  freeColumnName,
  setColumn,
} from './input-column-edits.ts'
import '../../i18n/input-tables.ts'

const ValidationDialog = lazyPart(async () => ({ default: (await import('./ValidationDialog.tsx')).ValidationDialog }))

const systemIds = ['ID', 'CREATED_AT', 'CREATED_BY', 'UPDATED_AT', 'UPDATED_BY'] as const

/** Adds a column at the end: one that people enter, a calculation, or one that Octavo fills for each row. */
export function AddColumnMenu({ element, table }: { element: DataElement; table: WrittenTable }) {
  const { t } = useTranslation('inputTables')
  const [madeId, setMade] = useState<string>()
  return (
    <>
      <Menu
        label={t('addColumn')}
        align="start"
        side="top"
        triggerClass={buttonLook('quiet', false, true)}
        trigger={
          <>
            <Plus className="size-4" aria-hidden />
            {t('column')}
          </>
        }
      >
        <NewColumnItems element={element} onMadeSelect={setMade} />
      </Menu>
      <AskedChoices element={element} columnId={madeId} table={table} onClose={() => setMade(undefined)} />
    </>
  )
}

interface AskedChoicesProps {
  element: DataElement
  columnId: string | undefined
  table: WrittenTable
  onClose: () => void
}

/** Asks what a column accepts: one that was just added, or one whose choices are edited. */
export function AskedChoices({ element, columnId, table, onClose }: AskedChoicesProps) {
  const { t } = useTranslation('inputTables')
  const editor = useEditor()
  const column = element.columns.find(({ id }) => id === columnId)
  if (!column) return null
  const name = columnNames(element.columns).get(column.id) ?? column.id
  return (
    <Suspense>
      <ValidationDialog
        elementId={element.id}
        column={column}
        name={name}
        table={table}
        onClose={onClose}
        onSave={(next) => editor.apply(t('word.validation', { name }), setColumn(editor.state.document, element, next))}
      />
    </Suspense>
  )
}

interface NewColumnItemsProps {
  element: DataElement
  /** The column that they come behind. */
  after?: string
  /** A column was added whose choices are to be asked for. */
  onMadeSelect: (columnId: string) => void
}

/** The kinds of new columns. */
export function NewColumnItems({ element, after, onMadeSelect }: NewColumnItemsProps) {
  const { t } = useTranslation('inputTables')
  const editor = useEditor()
  const { document } = editor.state
  const hidden = namedColumns(document, element).filter(
    (column) => column.hidden === true && inputColumnOrigin(column).kind !== 'system',
  )
  function add(column: Parameters<typeof addColumn>[2], name: string) {
    editor.apply(t('word.addColumn', { name }), addColumn(editor.state.document, element, column, after), {
      select: { elementIds: [element.id], columnIds: [column.id] },
    })
  }
  function addEntered(kind: EnteredKind) {
    const name = freeColumnName(element, t(`kind.${kind}`))
    const column = columnOfKind(newId(), name, kind)
    add(column, name)
    if (kind === 'single-select' || kind === 'multi-select') onMadeSelect(column.id)
  }
  return (
    <>
      {enteredKinds.map((kind) => (
        <MenuItem key={kind} onSelect={() => addEntered(kind)}>
          {t(`kind.${kind}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        onSelect={() => {
          const name = freeColumnName(element, t('calculation'))
          add({ id: newId(), formula: 'Null', name }, name)
        }}
      >
        {t('calculation')}
      </MenuItem>
      {hidden.length > 0 && (
        <Submenu label={t('showHidden')}>
          {hidden.map(({ id, name = id }) => (
            <MenuItem
              key={id}
              onSelect={() =>
                editor.apply(t('word.show', { name }), setColumns(document, element.id, [id], { hidden: undefined }))
              }
            >
              {name}
            </MenuItem>
          ))}
        </Submenu>
      )}
      <Submenu label={t('noted')}>
        {systemIds.map((id) => {
          const name = systemColumnName(id) ?? id
          const known = element.columns.find((column) => column.id === id)
          const isShown = known !== undefined && known.hidden !== true
          return (
            <MenuItem
              key={id}
              isDisabled={isShown}
              onSelect={() => {
                if (!known) {
                  add(inputColumn({ id }), name)
                  return
                }
                // A hidden one appears where the others end.
                const others = element.columns.filter((column) => column !== known)
                const { hidden: _hidden, ...shown } = known
                editor.apply(
                  t('word.addColumn', { name }),
                  addColumn(editor.state.document, { ...element, columns: others }, shown, after),
                )
              }}
            >
              {name}
            </MenuItem>
          )
        })}
      </Submenu>
    </>
  )
}
