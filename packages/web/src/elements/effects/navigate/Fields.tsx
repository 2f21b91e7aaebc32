import { allElements, elementName } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Select } from '../../../forms/index.ts'
import { type EffectEditor, type EffectFieldsProps, pageChoices } from '../editing/effect-editor.ts'
import { record } from '../effect.ts'

function Fields({ effect, onChange }: EffectFieldsProps) {
  const { t } = useTranslation('editor')
  const actions = useTranslation('actions').t
  const document = useEditorState((state) => state.document)
  const { type, page, element } = record(effect.target)
  const elements = allElements(document).flatMap((each) => {
    const label = elementName(each)
    return label ? [{ value: `element ${each.id}`, label, group: actions('goTo.elements') }] : []
  })
  return (
    <Select
      label={t('action.target')}
      isSmall
      value={type === 'element' ? `element ${element}` : `page ${page}`}
      options={[
        ...pageChoices(document).map(({ value, label }) => ({
          value: `page ${value}`,
          label,
          group: actions('goTo.pages'),
        })),
        ...elements,
      ]}
      onChange={(chosen) => {
        const kind = chosen.startsWith('page ') ? 'page' : 'element'
        onChange({ ...effect, target: { type: kind, [kind]: chosen.slice(kind.length + 1) } })
      }}
    />
  )
}

export const navigateEditor: EffectEditor = {
  first: (document) => ({ effect: 'navigate', target: { type: 'page', page: pageChoices(document)[0]?.value ?? '' } }),
  Fields,
}
