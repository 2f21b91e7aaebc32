import { limitOf } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../../editor/index.ts'
import { NumberField } from '../../../../forms/index.ts'
import type { ColumnDialogProps } from '../column-dialog-props.ts'
import { useColumnFacts } from '../column-facts.ts'
import { columnGestures } from '../column-gestures.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

const usualLimit = 10

/** How many values of a key are shown before the rest is folded into one. */
export function LimitQuestion({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const does = columnGestures({ editor, element, columnIds, facts, t })
  const formula = element.columns.find(({ id }) => id === columnIds[0])?.formula ?? ''
  const [limit, setLimit] = useState<number | null>(() => limitOf(formula) ?? usualLimit)
  const isReady = limit !== null && Number.isInteger(limit) && limit >= 1
  return (
    <QuestionDialog
      title={t('limitTitle', { name: facts.name(columnIds[0] ?? '') })}
      onClose={onClose}
      isReady={isReady}
      onSave={() => isReady && does.limit(limit)}
    >
      <NumberField label={t('limitCount')} value={limit} min={1} step={1} onChange={setLimit} />
      <p className="text-xs text-muted">{t('limitText')}</p>
    </QuestionDialog>
  )
}
