import { type ControlElement, controlShape, findControl } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Select } from '../../../forms/index.ts'
import { controlChoices, type EffectEditor, type EffectFieldsProps } from '../editing/effect-editor.ts'
import { ValueField, type ValueKind } from '../editing/ValueField.tsx'

function kindOf(control: ControlElement | undefined): ValueKind {
  if (!control) return 'text'
  const { form, type } = controlShape(control)
  if (form === 'list') return type === 'number' ? 'number-list' : 'text-list'
  if (form === 'range') return type === 'number' ? 'number-range' : 'date-range'
  return type
}

function Fields({ effect, onChange, columns }: EffectFieldsProps) {
  const words = useTranslation('editor').t
  const { t } = useTranslation('actions')
  const document = useEditorState((state) => state.document)
  const control = findControl(document, String(effect.control))
  const kind = kindOf(control)
  return (
    <>
      <Select
        label={words('action.target')}
        isSmall
        value={String(effect.control)}
        options={controlChoices(document)}
        onChange={(controlId) => {
          const { value: _, ...rest } = effect
          const isSame = kindOf(findControl(document, controlId)) === kind
          onChange({
            ...rest,
            control: controlId,
            value: isSame ? effect.value : firstValue(document, controlId, columns),
          })
        }}
      />
      <ValueField
        label={words('action.value')}
        kind={kind}
        value={effect.value}
        columns={columns}
        onChange={(value) => onChange({ ...effect, value })}
      />
      {control && controlShape(control).form === 'list' && (
        <Select
          label={t('mode.label')}
          isSmall
          value={String(effect.selectionMode ?? 'usual')}
          options={(['usual', 'add', 'remove'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={(mode) => {
            const { selectionMode: _, ...rest } = effect
            onChange(mode === 'usual' ? rest : { ...rest, selectionMode: mode })
          }}
        />
      )}
    </>
  )
}

function firstValue(
  document: Parameters<EffectEditor['first']>[0],
  controlId: string,
  columns: EffectFieldsProps['columns'],
) {
  const [column] = columns
  const kind = kindOf(findControl(document, controlId))
  if (column && !kind.endsWith('range')) return { type: 'column', column: column.columnId }
  if (column) return { type: 'column-range', min: column.columnId, max: column.columnId }
  const constant: Partial<Record<ValueKind, unknown>> = {
    number: 0,
    boolean: true,
    'text-list': [],
    'number-list': [],
    'number-range': {},
  }
  return kind === 'date-range'
    ? { type: 'control', control: controlId }
    : { type: 'constant', value: { type: kind, value: constant[kind] ?? '' } }
}

export const setControlValueEditor: EffectEditor = {
  first(document, columns) {
    const [control] = controlChoices(document)
    return (
      control && {
        effect: 'set-control-value',
        control: control.value,
        value: firstValue(document, control.value, columns),
      }
    )
  },
  Fields,
}
