import {
  columnHolder,
  type DataElement,
  isProtectedColumn,
  isRequiredColumn,
  removeColumns,
  renameColumn,
  usesOfColumns,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { TextField } from '../../forms/index.ts'
import { buttonLook, ChevronDown, Menu, MenuChoice, MenuItem, MenuSeparator, Submenu } from '../../ui/index.ts'
import { LazyColumnDialog } from '../table/columns/LazyColumnDialog.tsx'
import { QuestionDialog } from '../table/columns/questions/QuestionDialog.tsx'
import { AskedChoices, NewColumnItems } from './AddColumnMenu.tsx'
import type { WrittenTable } from './entry-plans.ts'
import {
  asKind,
  type EnteredKind,
  enteredKindOf,
  enteredKinds,
  protectedColumn,
  requiredColumn,
  setColumn,
} from './input-column-edits.ts'
import '../../i18n/columns.ts'
import '../../i18n/input-tables.ts'

interface InputColumnMenuProps {
  element: DataElement
  columnId: string
  name: string
  table: WrittenTable
}

/** The menu of a column of an input table: rename, change the kind or the accepted values, move, delete. */
export function InputColumnMenu({ element, columnId, name, table }: InputColumnMenuProps) {
  const { t } = useTranslation('inputTables')
  const editor = useEditor()
  const [asked, setAsked] = useState<'name' | 'delete'>()
  const [choicesOf, setChoicesOf] = useState<string>()
  const column = element.columns.find(({ id }) => id === columnId)
  const kind = column && enteredKindOf(column)
  const holder = columnHolder(editor.state.document, element.id)
  if (!column) return null
  const isProtected = isProtectedColumn(column)
  const isRequired = isRequiredColumn(column)
  const change = (word: string, next: typeof column) =>
    editor.apply(t(word as 'word.type', { name }), setColumn(editor.state.document, element, next))
  function setKind(next: EnteredKind) {
    if (!column) return
    change('word.type', asKind(column, next))
    if (next === 'single-select' || next === 'multi-select') setChoicesOf(columnId)
  }
  function remove() {
    const { document } = editor.state
    if (usesOfColumns(document, element.id, [columnId]).length > 0) return setAsked('delete')
    editor.apply(t('word.deleteColumn', { name }), removeColumns(document, element.id, [columnId]))
  }
  return (
    <>
      <Menu
        label={t('menuOf', { name })}
        align="start"
        triggerClass={buttonLook('quiet', true, true)}
        trigger={<ChevronDown className="size-4" aria-hidden />}
      >
        <MenuItem onSelect={() => setAsked('name')}>{t('rename')}</MenuItem>
        {kind && (
          <Submenu label={t('type')}>
            <MenuChoice
              label={t('type')}
              value={kind}
              onChoose={setKind}
              options={enteredKinds.map((value) => ({ value: value as EnteredKind, label: t(`kind.${value}`) }))}
            />
          </Submenu>
        )}
        {kind && kind !== 'checkbox' && <MenuItem onSelect={() => setChoicesOf(columnId)}>{t('validation')}</MenuItem>}
        {kind && (
          <MenuItem
            onSelect={() => change(isRequired ? 'word.optional' : 'word.required', requiredColumn(column, !isRequired))}
          >
            {t(isRequired ? 'optional' : 'required')}
          </MenuItem>
        )}
        {kind && (
          <MenuItem
            onSelect={() =>
              change(isProtected ? 'word.unprotect' : 'word.protect', protectedColumn(column, !isProtected))
            }
          >
            {t(isProtected ? 'unprotect' : 'protect')}
          </MenuItem>
        )}
        <MenuSeparator />
        <Submenu label={t('insertRight')}>
          <NewColumnItems element={element} after={columnId} onMadeSelect={setChoicesOf} />
        </Submenu>
        <MenuItem onSelect={() => change('word.hide', { ...column, hidden: true })}>{t('hide')}</MenuItem>
        <MenuItem isDanger onSelect={remove}>
          {t('deleteColumn')}
        </MenuItem>
      </Menu>
      {asked === 'name' && (
        <NameDialog
          name={name}
          onClose={() => setAsked(undefined)}
          onSave={(next) =>
            editor.apply(t('word.rename', { name }), renameColumn(editor.state.document, element.id, columnId, next))
          }
        />
      )}
      {asked === 'delete' && holder && (
        <LazyColumnDialog
          question="delete"
          element={holder}
          columnIds={[columnId]}
          onClose={() => setAsked(undefined)}
        />
      )}
      <AskedChoices element={element} columnId={choicesOf} table={table} onClose={() => setChoicesOf(undefined)} />
    </>
  )
}

interface NameDialogProps {
  name: string
  onSave: (name: string) => void
  onClose: () => void
}

function NameDialog({ name, onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation('inputTables')
  const [text, setText] = useState(name)
  return (
    <QuestionDialog
      title={t('renameTitle', { name })}
      onClose={onClose}
      isReady={text.trim() !== ''}
      onSave={() => onSave(text.trim())}
    >
      <TextField label={t('name')} value={text} onChange={setText} />
    </QuestionDialog>
  )
}
