import { elementLabel, tabNames } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Checkbox, Select } from '../../../forms/index.ts'
import { controlChoices, type EffectEditor, type EffectFieldsProps, pageChoices } from '../editing/effect-editor.ts'
import { record } from '../effect.ts'

const scopes = ['control', 'container', 'page', 'workbook'] as const

function Fields({ effect, onChange }: EffectFieldsProps) {
  const { t } = useTranslation('actions')
  const words = useTranslation('editor').t
  const document = useEditorState((state) => state.document)
  const scope = record(effect.scope)
  const containers = Object.values(document.elements)
    .filter(({ kind }) => kind === 'container' || kind === 'tabbed-container')
    .map((element) => ({
      value: element.id,
      label: elementLabel(element, words(`kind.${element.kind as 'container'}`)),
    }))
  const choices = {
    control: controlChoices(document),
    container: containers,
    page: pageChoices(document),
    workbook: [],
  }
  const type = scopes.find((each) => each === scope.type) ?? 'workbook'
  const tabs = type === 'container' ? tabNames(document.elements[String(scope.container)]) : []
  return (
    <>
      <Select
        label={t('clear.scope')}
        isSmall
        value={type}
        options={scopes.map((value) => ({
          value,
          label: t(`clear.${value}`),
          isDisabled: value !== 'workbook' && choices[value].length === 0,
        }))}
        onChange={(next) =>
          onChange({
            ...effect,
            scope: { type: next, ...(next === 'workbook' ? {} : { [next]: choices[next][0]?.value ?? '' }) },
          })
        }
      />
      {type !== 'workbook' && (
        <Select
          label={words('action.target')}
          isSmall
          value={String(scope[type] ?? '')}
          options={choices[type]}
          onChange={(id) => onChange({ ...effect, scope: { type, [type]: id } })}
        />
      )}
      {tabs.length > 0 && (
        <Select
          label={t('clear.tab')}
          isSmall
          value={typeof scope.tab === 'number' ? String(scope.tab) : ''}
          options={[
            { value: '', label: t('clear.allTabs') },
            ...tabs.map((name, index) => ({
              value: String(index),
              label: name || t('clear.unnamedTab', { number: index + 1 }),
            })),
          ]}
          onChange={(index) => {
            const { tab: _, ...all } = scope
            onChange({ ...effect, scope: index === '' ? all : { ...all, tab: Number(index) } })
          }}
        />
      )}
      <Checkbox
        isChecked={effect.usePublishedValue === true}
        onChange={(isOn) => {
          const { usePublishedValue: _, ...rest } = effect
          onChange(isOn ? { ...rest, usePublishedValue: true } : rest)
        }}
      >
        {t('clear.saved')}
      </Checkbox>
    </>
  )
}

export const clearControlEditor: EffectEditor = {
  first: (document) =>
    controlChoices(document).length > 0 ? { effect: 'clear-control', scope: { type: 'workbook' } } : undefined,
  Fields,
}
