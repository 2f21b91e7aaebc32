import { type BaseElement, setTableStyle } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { InspectorRow, InspectorSection, Select, SwitchRow } from '../../../forms/index.ts'

const presets = ['spreadsheet', 'presentation'] as const
const spacings = ['extra-small', 'small', 'medium', 'large'] as const
const lines = ['all', 'horizontal', 'vertical', 'none'] as const

/** How the table looks: preset, height of the rows, lines, stripes. */
export function FormatPanel({ element }: { element: BaseElement }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const style = (element.tableStyle ?? {}) as Record<string, unknown>
  const set = (fields: Record<string, unknown>) =>
    editor.apply(t('word.tableStyle'), setTableStyle(editor.state.document, element.id, fields))
  const reset = (name: string) =>
    style[name] === undefined ? undefined : { label: t('panel.reset'), run: () => set({ [name]: undefined }) }
  const choice = <Value extends string>(name: string, values: readonly Value[], usual: Value) => (
    <InspectorRow label={t(`panel.${name as 'preset'}`)} onReset={reset(name)}>
      {(id) => (
        <Select
          id={id}
          isSmall
          value={values.find((value) => value === style[name]) ?? usual}
          options={values.map((value) => ({ value, label: t(`panel.look.${value as 'all'}`) }))}
          onChange={(value) => set({ [name]: value })}
        />
      )}
    </InspectorRow>
  )
  return (
    <InspectorSection title={t('panel.tableStyle')} storageKey="table-style">
      {choice('preset', presets, 'spreadsheet')}
      {choice('cellSpacing', spacings, 'small')}
      {choice('gridLines', lines, 'all')}
      <SwitchRow
        label={t('panel.banding')}
        isOn={style.banding === 'shown'}
        onChange={(isOn) => set({ banding: isOn ? 'shown' : undefined })}
      />
    </InspectorSection>
  )
}
