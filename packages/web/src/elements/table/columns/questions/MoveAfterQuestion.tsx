import { orderOf } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { Combobox, Field } from '../../../../forms/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

/** The column after which the columns stand from now on. */
export function MoveAfterQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor: useEditor(), element, columnIds, facts, t })
  const [after, setAfter] = useState<string | null>(null)
  const options = orderOf(element)
    .filter((id) => !columnIds.includes(id))
    .map((id) => ({ value: id, label: facts.name(id) }))
  return (
    <QuestionDialog
      title={t('moveAfterTitle', { name: does.name })}
      onClose={onClose}
      isReady={after !== null}
      onSave={() => after !== null && does.move({ after })}
      saveLabel={t('moveTo')}
    >
      <Field label={t('moveAfterColumn')}>
        {({ id }) => (
          <Combobox id={id} label={t('moveAfterColumn')} value={after} options={options} onChange={setAfter} />
        )}
      </Field>
    </QuestionDialog>
  )
}
