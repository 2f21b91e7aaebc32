import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { Select } from '../../../forms/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'

function Fields({ effect, onChange }: EffectFieldsProps) {
  const { t } = useTranslation('editor')
  const overlays = useEditorState(({ document }) => document.overlays)
  return (
    <Select
      label={t('action.target')}
      isSmall
      value={String(effect.overlayId)}
      options={overlays.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(overlayId) => onChange({ ...effect, overlayId })}
    />
  )
}

export const openOverlayEditor: EffectEditor = {
  first({ overlays: [overlay] }) {
    return overlay && { effect: 'open-overlay', overlayId: overlay.id }
  },
  Fields,
}
