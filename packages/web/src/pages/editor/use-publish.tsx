import type { FileEntry } from '@octavo/core/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import type { DraftEditor } from '../../editor/index.ts'
import { sendToHost } from '../../embedding/host-channel.ts'
import { explain } from '../../explain.ts'
import { lazyPart, notify } from '../../ui/index.ts'
import { urlIdOfSlug } from '../workbook-address.ts'
import { publishDraft } from './draft-requests.ts'

const PublishDialog = lazyPart(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))

interface Publishing {
  publish: () => Promise<void>
  isBusy: boolean
  dialog: ReactNode
}

/** Publishes the changes of all editors as a new version. Asks for the name of a document that was never named. */
export function usePublish(editor: DraftEditor, name: string, file: FileEntry | undefined): Publishing {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { org = '', slug = '' } = useParams({ strict: false })
  const opened = editor.isDataModel ? '/$org/data-model/$slug' : '/$org/workbook/$slug'
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)

  /** False while edits are unsaved, which is reported. */
  async function allSaved(): Promise<boolean> {
    await editor.settled()
    if (editor.state.save.kind === 'saved') return true
    notify({ title: t('publishWaits'), text: t('publishWaitsText'), tone: 'danger' })
    return false
  }

  async function publishNow(publishedName: string): Promise<void> {
    const { documentVersion } = await publishDraft(editor)
    await editor.reload()
    showToOthers(editor, queries)
    notify({
      title: t('published', { name: publishedName }),
      text: t('publishedText', { version: documentVersion }),
      tone: 'done',
      action: { label: t('open'), run: () => void navigate({ to: opened, params: { org, slug } }) },
    })
  }

  async function publish() {
    setBusy(true)
    try {
      if (!(await allSaved())) return
      if (file && name === common('workbook.untitled')) setAsking(true)
      else await publishNow(name)
    } catch (error) {
      notify({ title: t('publishFailed'), text: inOneLine(error), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }

  async function publishAs(newName: string) {
    await send(`/v2/files/${editor.workbookId}`, { method: 'PATCH', body: { name: newName } })
    const urlId = urlIdOfSlug(slug)
    await Promise.all(
      [['workbook', urlId], ['data-models'], ['file', urlId], ['files'], ['followed-template']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
    if (await allSaved()) await publishNow(newName)
  }

  const dialog = isAsking && (
    <Suspense>
      <PublishDialog onPublish={publishAs} onClose={() => setAsking(false)} />
    </Suspense>
  )
  return { publish, isBusy, dialog }
}

/** A new version concerns documents that read a data model, and the page around an embed. */
function showToOthers(editor: DraftEditor, queries: QueryClient): void {
  if (editor.isDataModel) forgetModels(queries)
  else sendToHost('workbook:published', { workbookId: editor.workbookId })
}

/** The columns of a data model are read by its page and by source pickers. */
function forgetModels(queries: QueryClient): void {
  for (const queryKey of [['data-models'], ['sources']]) void queries.invalidateQueries({ queryKey })
}

function inOneLine(error: unknown): string {
  const { message, hint } = explain(error)
  return [message, hint].filter(Boolean).join(' ')
}
