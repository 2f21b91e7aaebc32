import {
  type ColumnFolder,
  type ColumnHolder,
  columnsOfFolder,
  type DocumentEdit,
  moveColumns,
  moveToFolder,
  removeFolder,
  renameFolder,
  setColumns,
  ungroupFolder,
  usesOfColumns,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { TextField } from '../../../forms/index.ts'
import { ChevronDown, Menu, MenuItem, MenuSeparator, Submenu } from '../../../ui/index.ts'
import { QuestionDialog } from './questions/QuestionDialog.tsx'
import { Uses } from './questions/UsesQuestion.tsx'
import '../../../i18n/columns.ts'

/** The caret of a folder of columns: what is done with the folder, or with all columns in it. */
export function FolderMenu({ element, folder }: { element: ColumnHolder; folder: ColumnFolder }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const document = () => editor.state.document
  const inside = columnsOfFolder(document(), element.id, folder.id)
  const columns = element.columns.filter(({ id }) => inside.includes(id))
  const isHidden = columns.length > 0 && columns.every(({ hidden }) => hidden === true)
  const others = (element.folders ?? []).filter(({ id }) => id !== folder.id && !within(element, folder.id).has(id))
  const isNested = (element.folders ?? []).some(({ items = [] }) => items.includes(folder.id))
  const name = folder.name
  const apply = (word: string, edits: DocumentEdit[]) => {
    if (edits.length > 0) editor.apply(word, edits)
  }
  const place = (edits: DocumentEdit[]) => apply(t('word.move', { name }), edits)
  const remove = () => apply(t('word.delete', { name }), removeFolder(document(), element.id, folder.id))
  const isUsed = () => usesOfColumns(document(), element.id, inside).length > 0
  return (
    <>
      <Menu
        label={t('menuOf', { name })}
        align="start"
        triggerClass="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-pressed hover:text-ink data-popup-open:bg-pressed"
        trigger={<ChevronDown />}
      >
        <MenuItem onSelect={() => setAsked('rename')}>{t('rename')}</MenuItem>
        <Submenu label={t('moveTo')}>
          {isNested ? (
            <MenuItem onSelect={() => place(moveToFolder(document(), element.id, [folder.id], null))}>
              {t('outOfFolder')}
            </MenuItem>
          ) : (
            (['start', 'end'] as const).map((to) => (
              <MenuItem key={to} onSelect={() => place(moveColumns(document(), element.id, [folder.id], { to }))}>
                {t(to === 'start' ? 'toStart' : 'toEnd')}
              </MenuItem>
            ))
          )}
          {others.map((other) => (
            <MenuItem
              key={other.id}
              onSelect={() => place(moveToFolder(document(), element.id, [folder.id], other.id))}
            >
              {t('toFolder', { name: other.name })}
            </MenuItem>
          ))}
        </Submenu>
        {columns.length > 0 && (
          <MenuItem
            onSelect={() =>
              apply(
                t(isHidden ? 'word.show' : 'word.hide', { name }),
                setColumns(document(), element.id, inside, { hidden: isHidden ? undefined : true }),
              )
            }
          >
            {t(isHidden ? 'folderMenu.showAll' : 'folderMenu.hideAll')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => apply(t('word.folder', { name }), ungroupFolder(document(), element.id, folder.id))}>
          {t('folderMenu.ungroup')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => (isUsed() ? setAsked('delete') : remove())}>
          {t('folderMenu.delete', { count: columns.length })}
        </MenuItem>
      </Menu>
      {asked === 'rename' && (
        <RenameQuestion
          name={name}
          onClose={() => setAsked(undefined)}
          onSave={(next) => apply(t('word.rename', { name }), renameFolder(document(), element.id, folder.id, next))}
        />
      )}
      {asked === 'delete' && (
        <QuestionDialog
          title={t('folderMenu.deleteTitle', { name })}
          isDanger
          saveLabel={t('folderMenu.delete', { count: columns.length })}
          onSave={remove}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('deleteText')}</p>
          <Uses uses={usesOfColumns(document(), element.id, inside)} onClose={() => setAsked(undefined)} />
        </QuestionDialog>
      )}
    </>
  )
}

interface RenameQuestionProps {
  name: string
  onSave: (name: string) => void
  onClose: () => void
}

function RenameQuestion({ name, onSave, onClose }: RenameQuestionProps) {
  const { t } = useTranslation('columns')
  const [text, setText] = useState(name)
  return (
    <QuestionDialog
      title={t('folderMenu.rename')}
      isReady={text.trim() !== ''}
      onSave={() => onSave(text.trim())}
      onClose={onClose}
    >
      <TextField label={t('name')} value={text} onChange={setText} onFocus={(event) => event.target.select()} />
    </QuestionDialog>
  )
}

/** Folders inside a folder, at any depth. */
function within(element: ColumnHolder, folderId: string, found = new Set<string>()): Set<string> {
  const folders = new Map((element.folders ?? []).map((folder) => [folder.id, folder]))
  for (const id of folders.get(folderId)?.items ?? []) {
    if (!folders.has(id) || found.has(id)) continue
    found.add(id)
    within(element, id, found)
  }
  return found
}
