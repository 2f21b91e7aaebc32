import type { Bookmark, FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useSavedViews, type ViewedWorkbook } from '../embedding/use-saved-views.ts'
import { useMay } from './data/people.ts'
import { useAction } from './data/use-action.ts'
import { LinkDialog } from './explore/LinkDialog.tsx'
import { SaveViewDialog } from './explore/SaveViewDialog.tsx'
import { Confirm } from './frame/dialogs.tsx'
import type { ViewDialog } from './workbook-dialog.ts'
import '../i18n/explore.ts'
import '../i18n/looks.ts'

interface ViewDialogsProps {
  dialog: ViewDialog
  viewed: ViewedWorkbook
  file: FileEntry | undefined
  onClose: () => void
}

/** What the reader of a workbook does with the view that is shown. */
export function ViewDialogs({ dialog, viewed, file, onClose }: ViewDialogsProps) {
  const may = useMay()
  const savedViews = useSavedViews(viewed)
  const { workbookId, view } = viewed
  switch (dialog) {
    case 'link':
      return (
        view?.query.exploreKey !== undefined && (
          <LinkDialog {...{ workbookId, onClose }} exploreKey={view.query.exploreKey} />
        )
      )
    case 'saveView': {
      const mayShare = may('edit-workbooks') && file !== undefined && file.permission !== 'view'
      const save = (named: { name: string; isShared: boolean }) => savedViews.create({ ...named, isDefault: false })
      return <SaveViewDialog {...{ mayShare, save, onClose }} />
    }
    case 'deleteView':
      return <DeleteView viewed={viewed} onClose={onClose} />
  }
}

function DeleteView({ viewed, onClose }: Pick<ViewDialogsProps, 'viewed' | 'onClose'>) {
  const { t } = useTranslation('looks')
  const { remove, selected = '' } = useSavedViews(viewed)
  const path = `/v2/workbooks/${encodeURIComponent(viewed.workbookId)}/bookmarks/${encodeURIComponent(selected)}`
  const view = useQuery({
    queryKey: ['bookmark', selected],
    queryFn: ({ signal }) => call<Bookmark>(path, { signal }),
    enabled: selected !== '',
  }).data
  const action = useAction(async () => {
    await remove(selected)
    onClose()
  })
  if (!view) return null
  return (
    <Confirm
      title={t('views.deleteTitle', { name: view.name })}
      confirm={t('views.deleteConfirm')}
      action={action}
      onClose={onClose}
    >
      {t(view.isShared ? 'views.deleteShared' : 'views.deleteOwn')}
    </Confirm>
  )
}
