import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftEditor } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { notify } from '../../ui/index.ts'
import { publishDraft } from './draft-requests.ts'

/** Publishes what all editors have changed as a new version. */
export function usePublish(editor: DraftEditor, name: string) {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const params = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  const [isBusy, setBusy] = useState(false)

  async function publish() {
    setBusy(true)
    try {
      await editor.settled()
      if (editor.state.save.kind !== 'saved') {
        notify({ title: t('publishWaits'), text: t('publishWaitsText'), tone: 'danger' })
        return
      }
      const { documentVersion } = await publishDraft(editor.workbookId)
      await editor.reload()
      notify({
        title: t('published', { name }),
        text: t('publishedText', { version: documentVersion }),
        tone: 'done',
        action: {
          label: t('open'),
          run: () => void navigate({ to: '/$org/workbook/$slug', params }),
        },
      })
    } catch (error) {
      const { message, hint } = explain(error)
      notify({ title: t('publishFailed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }

  return { publish, isBusy }
}
