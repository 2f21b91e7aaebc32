import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftEditor } from '../../editor/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { versionQuery } from '../history/versions.ts'
import { BreakingList } from './BreakingList.tsx'
import { type BreakingRemoval, breakingQuery, removalsOf } from './breaking-changes.ts'

/**
 * Asks before it publishes changes that break documents which read the data model. A failed check does not prevent
 * publishing.
 */
export function useSafePublish(editor: DraftEditor, publish: () => void): { publish: () => void; question: ReactNode } {
  const { t } = useTranslation('models')
  const common = useTranslation().t
  const queries = useQueryClient()
  const [breaking, setBreaking] = useState<readonly BreakingRemoval[]>([])

  async function found(): Promise<readonly BreakingRemoval[]> {
    const { document, baseVersion } = editor.state
    const published = await queries.fetchQuery(versionQuery(editor, baseVersion))
    const removals = removalsOf(published, document)
    return removals.length === 0 ? [] : queries.fetchQuery(breakingQuery(editor, removals))
  }
  async function ask() {
    const all = await found().catch(() => [])
    if (all.length === 0) publish()
    else setBreaking(all)
  }
  const close = () => setBreaking([])
  const question = breaking.length > 0 && (
    <Dialog
      isOpen
      title={t('edit.uses.askTitle')}
      size="form"
      closeLabel={common('common.close')}
      onClose={close}
      onSubmit={() => {
        close()
        publish()
      }}
      actions={
        <>
          <Button onClick={close}>{common('common.cancel')}</Button>
          <Button look="danger" type="submit">
            {t('edit.uses.publish')}
          </Button>
        </>
      }
    >
      <div className="flex max-h-[50dvh] flex-col gap-3 overflow-y-auto scroll-quiet">
        <p>{t('edit.uses.breaksText')}</p>
        <BreakingList breaking={breaking} />
      </div>
    </Dialog>
  )
  return { publish: () => void ask(), question }
}
