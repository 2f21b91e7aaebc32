import { type ConditionalFormatEntry, setConditionalFormats } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { Select, TextField } from '../../../forms/index.ts'
import { Button, Dialog, Segmented } from '../../../ui/index.ts'
import type { ColumnDialogProps } from './ColumnDialog.tsx'
import { useColumnFacts } from './column-facts.ts'

type Kind = 'backgroundScale' | 'dataBars' | 'single'
const operators = ['>', '>=', '<', '<=', '=', '!='] as const

/** Colours the cells of columns by their values: a scale, bars, or one colour where a rule holds. */
export function ConditionalDialog({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const name = columnIds.map(facts.name).join(', ')
  const isNumber = facts.type(columnIds[0] ?? '') === 'number'
  const [kind, setKind] = useState<Kind>(isNumber ? 'backgroundScale' : 'single')
  const [operator, setOperator] = useState<(typeof operators)[number]>('>')
  const [value, setValue] = useState('0')

  function save() {
    const rule = ruleOf()
    const rules = [...(element.conditionalFormats ?? []), rule]
    editor.apply(t('word.conditional', { name }), setConditionalFormats(editor.state.document, element.id, rules))
    onClose()
  }
  function ruleOf(): ConditionalFormatEntry {
    const shared = { columnIds: [...columnIds] }
    if (kind === 'single') {
      const compared = isNumber && Number.isFinite(Number(value)) ? Number(value) : value
      return { ...shared, type: kind, condition: operator, value: compared, style: { backgroundColor: '#e3f4f1' } }
    }
    return { ...shared, type: kind, scheme: kind === 'dataBars' ? ['#b7d6e8', '#b7d6e8'] : ['#ffffff', '#7fc8bf'] }
  }

  return (
    <Dialog
      title={t('conditionalTitle', { name })}
      closeLabel={t('close')}
      isOpen
      size="form"
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
      <div className="flex flex-col gap-4">
        <Segmented
          label={t('conditionalKind')}
          value={kind}
          options={[
            ...(isNumber
              ? [
                  { value: 'backgroundScale' as const, label: t('conditionalScale') },
                  { value: 'dataBars' as const, label: t('conditionalBars') },
                ]
              : []),
            { value: 'single' as const, label: t('conditionalSingle') },
          ]}
          onChange={setKind}
        />
        {kind === 'single' && (
          <div className="grid grid-cols-2 gap-4">
            <Select
              label={t('conditionalOperator')}
              value={operator}
              options={operators.map((each) => ({ value: each, label: each }))}
              onChange={setOperator}
            />
            <TextField label={t('conditionalValue')} value={value} onChange={setValue} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
