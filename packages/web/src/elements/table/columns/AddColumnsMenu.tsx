import type { ColumnHolder } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { Menu, MenuItem, Plus } from '../../../ui/index.ts'
import type { ColumnQuestion } from './column-command.ts'
import { useColumnFacts } from './column-facts.ts'
import { columnGestures } from './column-gestures.ts'
import { LazyColumnDialog } from './LazyColumnDialog.tsx'
import '../../../i18n/columns.ts'

/** The "+" of an element: everything that adds to its columns, behind the last of them. */
export function AddColumnsMenu({ element, name }: { element: ColumnHolder; name: string }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [question, setQuestion] = useState<ColumnQuestion>()
  const last = element.order?.at(-1) ?? element.columns.at(-1)?.id
  const after = element.columns.some(({ id }) => id === last) && last !== undefined ? [last] : []
  return (
    <>
      <Menu
        label={t('addMenu', { name })}
        hasTooltip
        triggerClass="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-pressed hover:text-ink data-popup-open:bg-pressed"
        trigger={<Plus className="size-4" aria-hidden />}
      >
        <MenuItem onSelect={() => void columnGestures({ editor, element, columnIds: after, facts, t }).addColumn()}>
          {t('addColumn')}
        </MenuItem>
        <MenuItem onSelect={() => setQuestion('sourceColumns')}>{t('addSourceColumns')}</MenuItem>
        <MenuItem onSelect={() => setQuestion('lookup')}>{t('addLookup')}</MenuItem>
        {element.kind === 'table' && <MenuItem onSelect={() => setQuestion('folder')}>{t('addFolder')}</MenuItem>}
      </Menu>
      {question && (
        <LazyColumnDialog
          question={question}
          element={element}
          // A new folder is empty until columns are put into it.
          columnIds={question === 'folder' ? [] : after}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}
