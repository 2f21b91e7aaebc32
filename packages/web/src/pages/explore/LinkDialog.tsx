import type { NewCustomViewAnswer } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { explain } from '../../explain.ts'
import { CopyField, Remark } from '../../forms/index.ts'
import { Button, Dialog, Skeleton } from '../../ui/index.ts'

interface LinkDialogProps {
  workbookId: string
  exploreKey: string
  onClose: () => void
}

/** Makes a copy of the view that has a link, and shows the link. */
export function LinkDialog({ workbookId, exploreKey, onClose }: LinkDialogProps) {
  const { t } = useTranslation('explore')
  const common = useTranslation().t
  const link = useQuery({
    queryKey: ['viewLink', workbookId, exploreKey],
    // Each opening shares the view as it is then.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => {
      const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/customViews/${encodeURIComponent(exploreKey)}/share`
      return call<NewCustomViewAnswer>(path, { method: 'POST' })
    },
  })
  return (
    <Dialog
      size="form"
      title={t('linkTitle')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      actions={<Button onClick={onClose}>{common('common.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        <p>{t('linkText')}</p>
        {link.isPending && <Skeleton className="h-control" />}
        {link.error && (
          <Remark tone="danger">
            {t('linkFailed')}. {explain(link.error).message}
          </Remark>
        )}
        {link.data && <CopyField label={t('link')} value={link.data.url} copy={t('copy')} copied={t('copied')} />}
      </div>
    </Dialog>
  )
}
