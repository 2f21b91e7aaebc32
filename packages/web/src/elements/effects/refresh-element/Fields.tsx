import { elementLabel, isDataElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Select } from '../../../forms/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { record } from '../effect.ts'

const dataElements = (document: Parameters<EffectEditor['first']>[0]) =>
  Object.values(document.elements).filter(isDataElement)

function Fields({ effect, onChange }: EffectFieldsProps) {
  const { t } = useTranslation('editor')
  const document = useEditorState((state) => state.document)
  return (
    <Select
      label={t('action.target')}
      isSmall
      value={String(record(effect.target).element)}
      options={dataElements(document).map((element) => ({
        value: element.id,
        label: elementLabel(element),
      }))}
      onChange={(element) => onChange({ ...effect, target: { type: 'element', element } })}
    />
  )
}

export const refreshElementEditor: EffectEditor = {
  first(document) {
    const [element] = dataElements(document)
    return element && { effect: 'refresh-element', target: { type: 'element', element: element.id } }
  },
  Fields,
}
