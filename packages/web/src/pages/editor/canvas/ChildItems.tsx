import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { MenuItem } from '../../../ui/index.ts'
import { addChild, childKinds } from './add-child.ts'

/** The kinds that a child of an element may be. */
export function ChildItems({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  return (
    <>
      {childKinds.map((kind) => (
        <MenuItem key={kind} onSelect={() => addChild(editor, elementId, kind, t)}>
          {t(`child.${kind}`)}
        </MenuItem>
      ))}
    </>
  )
}
