import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Banner, Button } from '../../ui/index.ts'

/** A change of this editor that met one of somebody else: which of the two is to stay. */
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
