import { type ControlScalarType, clearDefault, savedControlValue, setDefault } from '@octavo/core/document'
import { formulaTypeOf } from '@octavo/core/types'
import { useTranslation } from 'react-i18next'
import { useControl, useElementData, useOpenPage } from '../../../editor/index.ts'
import { InspectorSection } from '../../../forms/index.ts'
import { Button } from '../../../ui/index.ts'
import { rangeInWords } from '../days-in-words.ts'
import type { ControlPart } from './control-part.ts'

const scalarTypes: Readonly<Record<string, ControlScalarType>> = {
  number: 'number',
  date: 'date',
  logical: 'boolean',
  text: 'text',
}

/** What the control starts with: the value that it has now, kept by one press, or nothing. */
export function DefaultSection({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const { zone } = useOpenPage()
  const { text, reset } = useControl(control)
  const type = useElementData(control.id).levels.get('base')?.columns[0]?.type
  const time = { now: new Date().toISOString(), zone }
  const saved = savedControlValue(control, time)
  const missing = t('control.defaultNone')
  const words = !saved
    ? missing
    : saved.kind === 'range'
      ? isDates(control.controlType)
        ? rangeInWords(saved.min, saved.max, missing)
        : `${saved.min ?? '…'} – ${saved.max ?? '…'}`
      : saved.kind === 'list'
        ? saved.values.map(String).join(', ') || missing
        : String(saved.value)

  function keep() {
    if (text === undefined) return
    change(setDefault(document, control.id, text, time, type ? scalarTypes[formulaTypeOf(type)] : undefined))
    reset()
  }

  return (
    <InspectorSection title={t('section.default')} storageKey="control default">
      <p className="text-sm wrap-anywhere">{words}</p>
      <p className="text-xs text-muted">{t('control.defaultHint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button isSmall disabled={text === undefined} onClick={keep}>
          {t('control.setDefault')}
        </Button>
        {words !== missing && (
          <Button isSmall look="quiet" onClick={() => change(clearDefault(document, control.id))}>
            {t('control.clearDefault')}
          </Button>
        )}
      </div>
    </InspectorSection>
  )
}

function isDates(controlType: string): boolean {
  return controlType === 'date-range'
}
