import { useTranslation } from 'react-i18next'
import { Select } from '../../../forms/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { TextLine } from '../editing/FormulaLine.tsx'
import { openTarget } from '../open-target.ts'

/** Where an address is opened. */
export function TargetField({ effect, onChange }: EffectFieldsProps) {
  const { t } = useTranslation('actions')
  return (
    <Select
      label={t('open.in')}
      isSmall
      value={openTarget(effect)}
      options={(['_blank', '_self', '_parent'] as const).map((value) => ({ value, label: t(`open.${value}`) }))}
      onChange={(target) => onChange({ ...effect, openTarget: target })}
    />
  )
}

function Fields(props: EffectFieldsProps) {
  const { t } = useTranslation('actions')
  const { effect, columns, onChange } = props
  return (
    <>
      <TextLine
        label={t('open.address')}
        placeholder="https://"
        value={effect.url}
        columns={columns}
        onChange={(url) => {
          const { url: _, ...rest } = effect
          onChange(url === '' ? rest : { ...rest, url })
        }}
      />
      <TargetField {...props} />
    </>
  )
}

export const openUrlEditor: EffectEditor = { first: () => ({ effect: 'open-url', openTarget: '_blank' }), Fields }
