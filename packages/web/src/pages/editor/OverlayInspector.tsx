import { type DocumentOverlay, fieldAt, withPath } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { FieldInput } from '../../elements/inspector-fields/FieldInput.tsx'
import { isOffered } from '../../elements/inspector-fields/field-editors.ts'
import { overlayFieldsOf, overlayTriggersOf } from '../../elements/inspector-fields/overlay-fields.ts'
import { ActionList } from '../../elements/inspector-parts/LazyActions.tsx'
import { InspectorRow } from '../../forms/index.ts'
import { useActions } from './actions-context.ts'
import '../../i18n/inspectors.ts'

/** Fields of a modal, drawer or popover, such as width, header, buttons and background. */
export function OverlayRows({ overlayId }: { overlayId: string }) {
  const { t } = useTranslation('inspectors')
  const actions = useActions()
  const overlay = useOverlay(overlayId)
  if (!overlay) return null
  return overlayFieldsOf(overlay.type)
    .filter((field) => isOffered(overlay, field))
    .map(({ label: word, path, editor }) => {
      const [first = '', ...inner] = path
      const label = t(`field.${word as 'size'}`)
      const value = fieldAt(overlay, path)
      const write = (next: unknown) => actions.pages.setField(overlayId, first, withPath(overlay[first], inner, next))
      const canReset = editor.type === 'color' && value !== undefined
      return (
        <InspectorRow
          key={path.join('.')}
          label={label}
          onReset={canReset ? { label: t('reset'), run: () => write(undefined) } : undefined}
        >
          {(id) => <FieldInput id={id} label={label} editor={editor} value={value} onChange={write} />}
        </InspectorRow>
      )
    })
}

/** What the buttons of an overlay do, and what happens when it closes. */
export function OverlayActions({ overlayId }: { overlayId: string }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const overlay = useOverlay(overlayId)
  if (!overlay) return null
  return overlayTriggersOf(overlay.type).map((trigger) => (
    <ActionList
      key={trigger}
      title={t(`action.${trigger}`)}
      trigger={trigger}
      actions={overlay.actions}
      onChange={(next) => actions.pages.setField(overlayId, 'actions', next)}
    />
  ))
}

function useOverlay(overlayId: string): DocumentOverlay | undefined {
  return useEditorState(({ document }) => document.overlays.find(({ id }) => id === overlayId))
}
