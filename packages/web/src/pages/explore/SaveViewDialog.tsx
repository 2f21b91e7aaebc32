import type { Bookmark, CustomViewContents } from '@octavo/core/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { SwitchRow, TextField } from '../../forms/index.ts'
import { notify } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { savedViewKey } from '../view-address.ts'

interface SaveViewDialogProps {
  workbookId: string
  exploreKey: string
  /** Members who can create workbooks can also share saved views. */
  mayShare: boolean
  onClose: () => void
}

/** Saves a custom view under a name and shows it as readers see it. */
export function SaveViewDialog({ workbookId, exploreKey, mayShare, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation('explore')
  const navigate = useNavigate()
  const params = useParams({ from: '/inside/$org/workbook/$slug/explore' })
  const [typed, setTyped] = useState('')
  const [isShared, setShared] = useState(false)
  const name = typed.trim()
  const action = useAction(async () => {
    const path = `/v2/workbooks/${encodeURIComponent(workbookId)}`
    const { workbookVersion } = await call<CustomViewContents>(`${path}/customViews/${encodeURIComponent(exploreKey)}`)
    const body = { name, isShared, exploreKey, workbookVersion }
    const { bookmarkId } = await call<Bookmark>(`${path}/bookmarks`, { method: 'POST', body })
    notify({ title: t('saveView.saved', { name }), tone: 'done' })
    await navigate({ to: '/$org/workbook/$slug', params, search: { [savedViewKey]: bookmarkId } })
  })
  return (
    <FormDialog
      title={t('saveView.title')}
      submit={t('saveView.save')}
      action={action}
      isReady={name !== ''}
      onClose={onClose}
    >
      <TextField label={t('saveView.name')} value={typed} onChange={setTyped} maxLength={255} autoComplete="off" />
      {mayShare && (
        <SwitchRow
          label={t('saveView.isShared')}
          text={t('saveView.isSharedText')}
          isOn={isShared}
          onChange={setShared}
        />
      )}
      <p className="text-xs text-muted">{t('saveView.text')}</p>
    </FormDialog>
  )
}
