import { setConditionalFormats } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import type { ColumnDialogProps } from './column-dialog-props.ts'
import { useColumnFacts } from './column-facts.ts'
import { kindsOf, ruleOfKind } from './conditional-rule.ts'
import { RuleFields } from './RuleFields.tsx'
import { valueKindOf } from './value-kind.ts'

/** Adds a rule that colours the cells of columns by their values. */
export function ConditionalDialog({ element, columnIds, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const name = columnIds.map(facts.name).join(', ')
  const kind = valueKindOf(facts, columnIds)
  const [rule, setRule] = useState(() => ruleOfKind(columnIds, kindsOf(kind)[0] ?? 'single'))

  function save() {
    const rules = [...(element.conditionalFormats ?? []), rule]
    editor.apply(t('word.conditional', { name }), setConditionalFormats(editor.state.document, element.id, rules))
    onClose()
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
      <RuleFields rule={rule} kind={kind} isPivot={element.kind === 'pivot-table'} onChange={setRule} />
    </Dialog>
  )
}
