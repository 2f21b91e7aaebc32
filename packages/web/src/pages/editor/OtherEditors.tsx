import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { initialsOf } from '../../forms/index.ts'
import { Tooltip } from '../../ui/index.ts'
import { colorOf } from './person-color.ts'

/** The other open editors of the draft; a click shows what that person has selected. */
export function OtherEditors() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const others = useEditorState((state) => state.others)
  if (others.length === 0) return null
  return (
    <ul aria-label={t('others')} className="flex shrink-0 -space-x-1.5 pr-1">
      {others.map((other) => (
        <li key={other.clientId}>
          <Tooltip text={other.name}>
            <button
              type="button"
              aria-label={t('goToOther', { name: other.name })}
              className="grid size-7 place-items-center rounded-full border-2 border-surface text-2xs font-semibold text-white"
              style={{ background: `var(--cat-${colorOf(other.memberId)})` }}
              onClick={() => {
                if (other.pageId !== null) editor.showPage(other.pageId)
                if (other.elementIds.length > 0) editor.select({ elementIds: other.elementIds })
              }}
            >
              {initialsOf(other.name)}
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
