import { elementLabel } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Select } from '../../../forms/index.ts'
import { type EffectEditor, type EffectFieldsProps, elementsOfKind } from '../editing/effect-editor.ts'
import { record } from '../effect.ts'

function Fields({ effect, onChange }: EffectFieldsProps) {
  const { t } = useTranslation('editor')
  const actions = useTranslation('actions').t
  const document = useEditorState((state) => state.document)
  const containers = elementsOfKind(document, 'tabbed-container')
  const container = containers.find(({ id }) => id === effect.tabbedContainer)
  const names: { name: string }[] = Array.isArray(container?.tabs) ? container.tabs : []
  const { index = 0, direction } = record(effect.selectedTab)
  return (
    <>
      {containers.length > 1 && (
        <Select
          label={actions('tabs.container')}
          isSmall
          value={String(effect.tabbedContainer)}
          options={containers.map((each) => ({ value: each.id, label: elementLabel(each) }))}
          onChange={(tabbedContainer) =>
            onChange({ ...effect, tabbedContainer, selectedTab: { type: 'tab', index: 0 } })
          }
        />
      )}
      <Select
        label={t('action.target')}
        isSmall
        value={String(direction ?? index)}
        options={[
          ...names.map(({ name }, at) => ({ value: String(at), label: name })),
          { value: 'next', label: t('action.nextTab') },
          { value: 'previous', label: t('action.previousTab') },
        ]}
        onChange={(value) => {
          const isPlace = /^\d+$/.test(value)
          onChange({
            ...effect,
            selectedTab: isPlace ? { type: 'tab', index: Number(value) } : { type: 'direction', direction: value },
          })
        }}
      />
    </>
  )
}

export const selectTabEditor: EffectEditor = {
  first(document) {
    const [container] = elementsOfKind(document, 'tabbed-container')
    return (
      container && {
        effect: 'select-tab',
        tabbedContainer: container.id,
        selectedTab: { type: 'direction', direction: 'next' },
      }
    )
  },
  Fields,
}
