import { type DocumentPage, panelsOfPage, setPagePanel } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditor, useEditorState } from '../../editor/index.ts'
import { ColorChoice, PictureRow } from '../../elements/inspectors.ts'
import { InspectorRow } from '../../forms/index.ts'
import { Segmented, Switch } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'

const widths = ['full', 'large', 'medium'] as const

/** Header, sidebar, width and background of one page. */
export function PageLook({ page }: { page: DocumentPage }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const panels = panelsOfPage(document, page.id)
  const { backgroundColor, backgroundImage, pageWidth } = page as Record<string, unknown>
  const color = typeof backgroundColor === 'string' ? backgroundColor : undefined
  const setField = (field: string, value: unknown) => actions.pages.setField(page.id, field, value)
  const picture = (backgroundImage as { source?: unknown } | undefined)?.source
  return (
    <>
      {(['header', 'sidebar'] as const).map((type) => (
        <InspectorRow key={type} label={t(`pageField.${type}`)}>
          {() => (
            <Switch
              label={t(`pageField.${type}`)}
              isOn={panels[type] !== undefined}
              onChange={(isOn) =>
                editor.apply(t('word.page'), setPagePanel(editor.state.document, page.id, type, isOn, newId()))
              }
            />
          )}
        </InspectorRow>
      ))}
      <InspectorRow
        label={t('pageField.width')}
        onReset={
          pageWidth === undefined ? undefined : { label: t('field.reset'), run: () => setField('pageWidth', undefined) }
        }
      >
        {() => (
          <Segmented
            label={t('pageField.width')}
            value={widths.find((each) => each === pageWidth) ?? ''}
            options={widths.map((value) => ({ value: value as string, label: t(`settings.${value}`) }))}
            onChange={(value) => setField('pageWidth', value)}
            isWide
          />
        )}
      </InspectorRow>
      <InspectorRow
        label={t('pageField.background')}
        onReset={
          color === undefined
            ? undefined
            : { label: t('field.reset'), run: () => setField('backgroundColor', undefined) }
        }
      >
        {() => (
          <ColorChoice
            label={t('pageField.background')}
            value={color}
            nothing={t('field.theme')}
            onChange={(next) => setField('backgroundColor', next)}
          />
        )}
      </InspectorRow>
      <PictureRow
        source={picture}
        onChange={(source) => setField('backgroundImage', source === undefined ? undefined : { source })}
      />
    </>
  )
}
