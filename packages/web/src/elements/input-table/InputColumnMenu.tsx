import { type DataElement, isProtectedColumn, setElementField } from '@octavo/core/document'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { TextField } from '../../forms/index.ts'
import {
  buttonLook,
  ChevronDown,
  lazyPart,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  Submenu,
} from '../../ui/index.ts'
import { QuestionDialog } from '../table/columns/questions/QuestionDialog.tsx'
import { NewColumnItems } from './AddColumnMenu.tsx'
import type { WrittenTable } from './entry-plans.ts'
import {
  asKind,
  type EnteredKind,
  enteredKindOf,
  enteredKinds,
  protectedColumn,
  setColumn,
} from './input-column-edits.ts'
import '../../i18n/columns.ts'
import '../../i18n/input-tables.ts'

const ValidationDialog = lazyPart(async () => ({ default: (await import('./ValidationDialog.tsx')).ValidationDialog }))

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
  const [asked, setAsked] = useState<'name' | 'choices'>()
  const column = element.columns.find(({ id }) => id === columnId)
  const kind = column && enteredKindOf(column)
  if (!column) return null
  const isProtected = isProtectedColumn(column)
  const change = (word: string, next: typeof column) =>
    editor.apply(t(word as 'word.type', { name }), setColumn(editor.state.document, element, next))
  function setKind(next: EnteredKind) {
    if (!column) return
    change('word.type', asKind(column, next))
    if (next === 'single-select' || next === 'multi-select') setAsked('choices')
  }
  const columnsWithout = element.columns.filter(({ id }) => id !== columnId)
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
        {kind && kind !== 'checkbox' && <MenuItem onSelect={() => setAsked('choices')}>{t('validation')}</MenuItem>}
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
          <NewColumnItems element={element} after={columnId} />
        </Submenu>
        <MenuItem onSelect={() => change('word.hide', { ...column, hidden: true })}>{t('hide')}</MenuItem>
        <MenuItem
          isDanger
          onSelect={() =>
            editor.apply(
              t('word.deleteColumn', { name }),
              setElementField(editor.state.document, element.id, ['columns'], columnsWithout),
            )
          }
        >
          {t('deleteColumn')}
        </MenuItem>
      </Menu>
      {asked === 'name' && (
        <NameDialog
          name={name}
          onClose={() => setAsked(undefined)}
          onSave={(next) => change('word.rename', { ...column, name: next })}
        />
      )}
      {asked === 'choices' && (
        <Suspense>
          <ValidationDialog
            column={column}
            name={name}
            table={table}
            onClose={() => setAsked(undefined)}
            onSave={(next) => change('word.validation', next)}
          />
        </Suspense>
      )}
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
