import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Banner, Button } from '../../ui/index.ts'

/** A change of this editor that conflicts with another editor's: asks which of the two to keep. */
export function ConflictBanner() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const conflict = useEditorState((state) => state.conflicts[0])
  const others = useEditorState((state) => state.others)
  if (!conflict) return null
  const name = others.find(({ memberId }) => memberId === conflict.by)?.name ?? t('somebody')
  const resolve = (choice: 'mine' | 'theirs') => editor.resolveConflict(conflict.id, choice)
  return (
    <Banner
      tone="warning"
      action={
        <span className="flex gap-2">
          <Button isSmall onClick={() => resolve('mine')}>
            {t(`conflict.mine.${conflict.kind}`)}
          </Button>
          <Button isSmall onClick={() => resolve('theirs')}>
            {t(`conflict.theirs.${conflict.kind}`)}
          </Button>
        </span>
      }
    >
      {t(`conflict.${conflict.kind}`, { name, word: conflict.word })}
    </Banner>
  )
}
