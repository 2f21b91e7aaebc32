import { setWorkbookSetting } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection } from '../../forms/index.ts'
import { Segmented, Switch } from '../../ui/index.ts'

const themes = ['Light', 'Dark'] as const
const pageWidths = ['full', 'large', 'medium'] as const

/** Settings of all pages; each change takes effect immediately and can be undone. */
export function WorkbookSettings() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const settings = useEditorState((state) => state.document.settings)
  const { overrides = {} } = settings.theme ?? {}
  const set = (path: readonly string[], value: unknown) =>
    editor.apply(t('word.settings'), setWorkbookSetting(editor.state.document, path, value))
  const { pageTabsInViewMode } = settings.navigation ?? {}
  return (
    <InspectorSection title={t('settings.title')}>
      <InspectorRow label={t('settings.theme')}>
        {() => (
          <Segmented
            label={t('settings.theme')}
            value={themes.find((each) => each === settings.theme?.name) ?? ''}
            options={[
              { value: '', label: t('settings.ofReader') },
              ...themes.map((value) => ({ value: value as string, label: t(`settings.${value}`) })),
            ]}
            onChange={(value) => set(['theme', 'name'], value === '' ? undefined : value)}
            isWide
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('settings.pageWidth')}>
        {() => (
          <Segmented
            label={t('settings.pageWidth')}
            value={pageWidths.find((each) => each === overrides.pageWidth) ?? 'full'}
            options={pageWidths.map((value) => ({ value, label: t(`settings.${value}`) }))}
            onChange={(value) => set(['theme', 'overrides', 'pageWidth'], value === 'full' ? undefined : value)}
            isWide
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('settings.cards')}>
        {() => (
          <Switch
            label={t('settings.cards')}
            isOn={overrides.hasCards !== 'hidden'}
            onChange={(isOn) => set(['theme', 'overrides', 'hasCards'], isOn ? undefined : 'hidden')}
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('settings.tabs')}>
        {() => (
          <Switch
            label={t('settings.tabs')}
            isOn={pageTabsInViewMode !== 'hidden'}
            onChange={(isOn) => set(['navigation', 'pageTabsInViewMode'], isOn ? undefined : 'hidden')}
          />
        )}
      </InspectorRow>
    </InspectorSection>
  )
}
