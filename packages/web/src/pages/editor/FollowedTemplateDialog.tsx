import type { FileEntry, FollowedTemplate } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { Remark } from '../../forms/index.ts'
import { Button, Dialog, notify } from '../../ui/index.ts'
import { fileQuery } from '../data/files.ts'
import { followedTemplateQuery } from '../data/followed-template.ts'
import { useAction } from '../data/use-action.ts'

/** Shows which template a workbook follows and the result of the last update, and can end following. */
export function FollowedTemplateDialog({ workbook, onClose }: { workbook: FileEntry; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const common = useTranslation().t
  const queries = useQueryClient()
  const { data: followed } = useQuery(followedTemplateQuery(workbook.id))
  // The template may be hidden from members who edit the workbook; then its name is not shown.
  const template = useQuery({
    ...fileQuery(followed?.templateId ?? ''),
    enabled: followed?.templateId !== undefined,
    retry: false,
  })
  const stop = useAction(async () => {
    await send(`/v2/workbooks/${encodeURIComponent(workbook.id)}/template`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: followedTemplateQuery(workbook.id).queryKey })
    notify({ title: t('followed.stopped'), tone: 'done' })
    onClose()
  })
  return (
    <Dialog
      size="form"
      title={t('followed.title')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      actions={
        <>
          <Button disabled={!followed?.isFollowing} isBusy={stop.isBusy} onClick={() => stop.run()}>
            {t('followed.stop')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('followed.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{template.data ? t('followed.text', { name: template.data.name }) : t('followed.textHidden')}</p>
        {followed && <UpdateState {...followed} />}
        {stop.failure && <Remark tone="danger">{stop.failure}</Remark>}
      </div>
    </Dialog>
  )
}

function UpdateState({ state, version, latestVersion, reason }: FollowedTemplate) {
  const { t } = useTranslation('organization')
  if (state === undefined) return null
  const words = t(`followed.${state}`, { version, latest: latestVersion })
  if (state === 'current' || state === 'queued') return <p className="text-muted">{words}</p>
  return <Remark tone="warning">{[words, reason].filter(Boolean).join(' ')}</Remark>
}
