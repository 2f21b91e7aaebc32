import { type Axis, arrange, findNode, sameSize } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { MenuItem, notify, Submenu } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'

const sizes = [
  { axis: 'column', label: 'menu.widthAs' },
  { axis: 'row', label: 'menu.heightAs' },
] as const

/** Makes an element as wide or as high as another one beside it. */
export function SizeAsItems({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const layout = useEditorState((state) => state.document.layout)
  const others = (findNode(layout, elementId)?.grid.children ?? []).filter((node) => node.elementId !== elementId)

  function take(modelId: string, axis: Axis) {
    const { document } = editor.state
    const result = arrange(document, sameSize(document.layout, [modelId, elementId], axis))
    if ('refused' in result) notify({ title: t('refusedGesture'), text: result.refused, tone: 'danger' })
    else if (result.edits.length > 0) editor.apply(t('word.resize', { name: actions.nameOf(elementId) }), result.edits)
  }

  if (others.length === 0) return null
  return sizes.map(({ axis, label }) => (
    <Submenu key={axis} label={t(label)}>
      {others.map((other) => (
        <MenuItem key={other.elementId} onSelect={() => take(other.elementId, axis)}>
          {actions.nameOf(other.elementId)}
        </MenuItem>
      ))}
    </Submenu>
  ))
}
