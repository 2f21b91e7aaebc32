import { type ColumnUse, columnNames, columnsOf, elementName, findElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { Button, Dialog } from '../../../../ui/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'
import { QuestionDialog } from './QuestionDialog.tsx'
import { ReplaceReferences } from './ReplaceReferences.tsx'

/** Where columns are used, each place one click away. */
export function UsesQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const uses = columnGestures({ editor: useEditor(), element, columnIds, facts, t }).uses()
  return (
    <Dialog
      title={t('usesTitle', { name: columnIds.map(facts.name).join(', ') })}
      closeLabel={t('close')}
      isOpen
      size="form"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {uses.length === 0 ? (
        <p className="text-muted">{t('usesNone')}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <Uses uses={uses} onClose={onClose} />
          {columnIds.length === 1 && <ReplaceReferences element={element} columnIds={columnIds} onClose={onClose} />}
        </div>
      )}
    </Dialog>
  )
}

/** Asks before columns are deleted that something else uses. */
export function DeleteQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  return (
    <QuestionDialog
      title={t('deleteTitle', { name: does.name, count: columnIds.length })}
      onClose={onClose}
      onSave={does.remove}
      saveLabel={t('delete', { count: columnIds.length })}
      isDanger
    >
      <p>{t('deleteText')}</p>
      <Uses uses={does.uses()} onClose={onClose} />
    </QuestionDialog>
  )
}

/** Places that use columns, each a button that leads there. */
export function Uses({ uses, onClose }: { uses: readonly ColumnUse[]; onClose: () => void }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const { document } = editor.state
  const holders = [...document.pages, ...document.overlays]
  return (
    <ul className="flex flex-col">
      {uses.map(({ elementId, columnId }) => {
        const reader = findElement(document, elementId)
        const column = columnId === undefined || !reader ? undefined : columnNames(columnsOf(reader)).get(columnId)
        const overlay = reader ? undefined : document.overlays.find(({ id }) => id === elementId)
        const page = overlay ?? holders.find(({ elementIds }) => elementIds.includes(elementId))
        return (
          <li key={`${elementId} ${columnId}`}>
            <button
              type="button"
              className="flex h-item w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-hover"
              onClick={() => {
                onClose()
                if (page) editor.showPage(page.id)
                const columnIds = columnId === undefined ? {} : { columnIds: [columnId] }
                if (reader) editor.select({ elementIds: [elementId], ...columnIds })
              }}
            >
              <span className="min-w-0 grow truncate">
                {(reader ? elementName(reader) : overlay?.name) || t('unnamed')}
                {column !== undefined && <span className="text-muted"> / {column}</span>}
              </span>
              <span className="text-xs text-faint">{overlay ? '' : page?.name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
