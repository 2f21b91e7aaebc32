import type { ColumnHolder } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { TextArea, TextField } from '../../../forms/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import { ColumnDetailsDialog } from './ColumnDetailsDialog.tsx'
import type { ColumnQuestion } from './ColumnMenuItems.tsx'
import { ConditionalDialog } from './ConditionalDialog.tsx'
import { useColumnFacts } from './column-facts.ts'
import { columnGestures } from './column-gestures.ts'
import { FilterDialog } from './FilterDialog.tsx'
import { LookupDialog } from './LookupDialog.tsx'

export interface ColumnDialogProps {
  element: ColumnHolder
  columnIds: readonly string[]
  onClose: () => void
}

/** What a command of a column asks before it changes anything. */
export function ColumnDialog({ question, ...props }: ColumnDialogProps & { question: ColumnQuestion }) {
  switch (question) {
    case 'rename':
    case 'folder':
    case 'describe':
      return <TextQuestion kind={question} {...props} />
    case 'filter':
      return <FilterDialog {...props} />
    case 'lookup':
      return <LookupDialog {...props} />
    case 'details':
      return <ColumnDetailsDialog {...props} />
    case 'conditional':
      return <ConditionalDialog {...props} />
  }
}

function TextQuestion({
  kind,
  element,
  columnIds,
  onClose,
}: ColumnDialogProps & { kind: 'rename' | 'describe' | 'folder' }) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  const column = element.columns.find(({ id }) => id === columnIds[0])
  const initial = { rename: facts.name(columnIds[0] ?? ''), describe: column?.description ?? '', folder: '' }[kind]
  const [text, setText] = useState(initial)
  const titles = { rename: t('rename'), describe: t('describe'), folder: t('newFolder') }
  function save() {
    if (kind === 'rename') does.rename(text)
    else if (kind === 'describe') does.describe(text.trim())
    else if (text.trim() !== '') does.newFolder(text.trim())
    onClose()
  }
  return (
    <Dialog
      title={titles[kind]}
      closeLabel={t('close')}
      isOpen
      size="confirm"
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit">
            {t('save')}
          </Button>
        </>
      }
    >
      {kind === 'describe' ? (
        <TextArea label={t('description')} value={text} onChange={setText} />
      ) : (
        <TextField label={t('name')} value={text} onChange={setText} />
      )}
    </Dialog>
  )
}
