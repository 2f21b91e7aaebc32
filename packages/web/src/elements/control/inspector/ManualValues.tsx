import type { ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { InspectorRow, Select } from '../../../forms/index.ts'
import { Button, IconButton, Plus, X } from '../../../ui/index.ts'
import { WordsField } from '../../inspector-fields/FieldInput.tsx'
import { type Entry, entriesOf, pastedEntries, sourceOf, valueTypes } from './manual-values.ts'

interface ManualValuesProps {
  source: Record<string, unknown>
  onChange: (source: object) => void
}

/** Values by hand, each with the words that readers see for it. A list that is pasted becomes one value a line. */
export function ManualValues({ source, onChange }: ManualValuesProps) {
  const { t } = useTranslation('inspectors')
  const entries = entriesOf(source)
  const valueType = valueTypes.find((type) => type === source.valueType) ?? 'text'
  const write = (next: readonly Entry[]) => onChange(sourceOf(next, valueType))
  const put = (at: number, entry: Entry) => write(entries.map((each, index) => (index === at ? entry : each)))

  function onPaste(event: ClipboardEvent, at: number) {
    const pasted = pastedEntries(event.clipboardData.getData('text/plain'))
    if (pasted.length < 2) return
    event.preventDefault()
    write([...entries.slice(0, at), ...pasted, ...entries.slice(at + 1)])
  }

  return (
    <>
      <InspectorRow label={t('field.type')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={valueType}
            options={valueTypes.map((type) => ({ value: type as string, label: t(`valueType.${type}`) }))}
            onChange={(type) => onChange(sourceOf(entries, valueTypes.find((each) => each === type) ?? 'text'))}
          />
        )}
      </InspectorRow>
      <ul aria-label={t('section.values')} className="flex flex-col gap-1">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no id in the format
          <li key={at} className="flex items-center gap-1" onPaste={(event) => onPaste(event, at)}>
            <WordsField
              label={t('control.manualValue', { number: at + 1 })}
              value={entry.value}
              onSave={(value) => put(at, { ...entry, value })}
            />
            <WordsField
              label={t('control.manualLabel', { number: at + 1 })}
              value={entry.label}
              onSave={(label) => put(at, { ...entry, label })}
            />
            <IconButton
              label={t('control.manualRemove', { number: at + 1 })}
              icon={X}
              size="small"
              onClick={() => write(entries.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <Button
        isSmall
        look="quiet"
        icon={Plus}
        className="self-start"
        onClick={() => write([...entries, { value: '', label: '' }])}
      >
        {t('control.manualAdd')}
      </Button>
    </>
  )
}
