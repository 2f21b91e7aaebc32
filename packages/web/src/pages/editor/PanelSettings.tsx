import { type DocumentPanel, pagesOfPanel } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { ColorChoice } from '../../elements/inspectors.ts'
import { Checkbox, InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { Segmented, Switch } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'

const borders = { header: ['line', 'shadow', 'none'], sidebar: ['line', 'none'] } as const

const widths = ['small', 'medium', 'large'] as const

/** How a header or sidebar looks, and the pages that show it. */
export function PanelSettings({ panel }: { panel: DocumentPanel }) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const actions = useActions()
  const pages = useEditorState((state) => state.document.pages)
  const shown = pagesOfPanel(panel)
  const config = (panel.config ?? {}) as Record<string, unknown>
  const isSticky = config.scroll !== 'none'
  const color = typeof config.backgroundColor === 'string' ? config.backgroundColor : undefined
  const border = typeof config.borderStyle === 'string' ? config.borderStyle : 'line'
  const setConfig = (changes: Record<string, unknown>) =>
    actions.pages.setField(panel.id, 'config', { ...config, ...changes })
  return (
    <InspectorSection title={common(panel.type === 'header' ? 'workbook.pageHeader' : 'workbook.pageSidebar')}>
      {panel.type === 'sidebar' && (
        <InspectorRow label={t('pageField.width')}>
          {() => (
            <Segmented
              label={t('pageField.width')}
              value={widths.find((each) => each === panel.width) ?? 'medium'}
              options={widths.map((value) => ({ value, label: t(`field.${value}`) }))}
              onChange={(value) => actions.pages.setField(panel.id, 'width', value === 'medium' ? undefined : value)}
              isWide
            />
          )}
        </InspectorRow>
      )}
      <InspectorRow label={t('panel.sticky')}>
        {() => (
          <Switch
            label={t('panel.sticky')}
            isOn={isSticky}
            // A shadow needs a header that stays in view.
            onChange={(isOn) =>
              setConfig({
                scroll: isOn ? 'sticky' : 'none',
                ...(border === 'shadow' && !isOn ? { borderStyle: 'line' } : {}),
              })
            }
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('panel.border')}>
        {(id) => (
          <Select
            id={id}
            label={t('panel.border')}
            isSmall
            value={border}
            options={borders[panel.type]
              .filter((each) => each !== 'shadow' || isSticky)
              .map((value) => ({ value: value as string, label: t(`panel.${value}`) }))}
            onChange={(borderStyle) => setConfig({ borderStyle })}
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('pageField.background')}>
        {() => (
          <ColorChoice
            label={t('pageField.background')}
            value={color}
            nothing={t('field.theme')}
            onChange={(backgroundColor) => setConfig({ backgroundColor })}
          />
        )}
      </InspectorRow>
      <fieldset className="flex flex-col gap-1.5 pt-1">
        <legend className="mb-1 text-xs text-muted">{t('panel.pages')}</legend>
        {pages.map(({ id, name }) => (
          <Checkbox
            key={id}
            isChecked={shown.includes(id)}
            onChange={(isChecked) => {
              const next = isChecked ? [...shown, id] : shown.filter((other) => other !== id)
              actions.pages.setField(panel.id, 'pages', next)
            }}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
    </InspectorSection>
  )
}
