import {
  type DataElement,
  inputColumn,
  inputColumnOrigin,
  namedColumns,
  setColumns,
  systemColumnName,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { buttonLook, Menu, MenuItem, MenuSeparator, Plus, Submenu } from '../../ui/index.ts'
import { addColumn, columnOfKind, type EnteredKind, enteredKinds, freeColumnName } from './input-column-edits.ts'
import '../../i18n/input-tables.ts'

const systemIds = ['ID', 'CREATED_AT', 'CREATED_BY', 'UPDATED_AT', 'UPDATED_BY'] as const

/** Adds a column at the end: one that people enter, a calculation, or one that Octavo fills for each row. */
export function AddColumnMenu({ element }: { element: DataElement }) {
  const { t } = useTranslation('inputTables')
  return (
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
      <NewColumnItems element={element} />
    </Menu>
  )
}

/** The kinds of new columns; `after` is the column that they come behind. */
export function NewColumnItems({ element, after }: { element: DataElement; after?: string }) {
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
    add(columnOfKind(newId(), name, kind), name)
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
