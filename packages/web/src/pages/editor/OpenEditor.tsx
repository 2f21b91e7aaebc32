import type { FileEntry } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftEditor } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { loadOnce, loadPart } from '../../load-part.ts'
import { lazyPart, notify, partOf } from '../../ui/index.ts'
import { whenIdle } from '../../when-idle.ts'
import { discardDraft } from './draft-requests.ts'
import { EditorFrame, type FrameParts } from './EditorFrame.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import type { PreviewStart, PreviewWidth } from './Preview.tsx'
import { useDraftEvents } from './use-draft-events.ts'
import { usePublish } from './use-publish.tsx'

const loadHistory = loadOnce(() => import('../history/HistoryScreen.tsx'))
const HistoryScreen = partOf(loadHistory, (loaded) => loaded.HistoryScreen)
const Preview = lazyPart(async () => ({ default: (await import('./Preview.tsx')).Preview }))

interface OpenEditorProps {
  editor: DraftEditor
  name: string
  file: FileEntry | undefined
}

/** The editor of the draft, with the commands for the whole draft: publish, preview, discard. */
export function OpenEditor({ editor, name, file }: OpenEditorProps) {
  const { t } = useTranslation('editor')
  useDraftEvents(editor)
  const { publish, isBusy, dialog: publishDialog } = usePublish(editor, name, file)
  const [previewed, setPreviewed] = useState<PreviewStart & { first: PreviewWidth }>()
  const explore = useExplorer()
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const queries = useQueryClient()
  useEffect(() => whenIdle(() => void loadHistory().catch(() => undefined)), [])
  /** Loads the versions while the menu that leads to them is open. */
  const prepareHistory = () =>
    void loadHistory()
      .then(() => loadPart(() => import('../history/versions.ts')))
      .then(({ versionsQuery }) => queries.prefetchInfiniteQuery(versionsQuery(editor)))
      .catch(() => undefined)
  const preview = (first: PreviewWidth, start?: PreviewStart) => setPreviewed({ first, ...start })

  async function discard(ask: FrameParts['ask']) {
    const isSure = await ask({ title: t('discard.title'), text: t('discard.text'), confirm: t('discard.confirm') })
    if (!isSure) return
    try {
      await discardDraft(editor)
      await editor.reload()
    } catch (error) {
      notify({ title: t('discard.failed'), text: explain(error).message, tone: 'danger' })
    }
  }

  return (
    <>
      <EditorFrame
        editor={editor}
        draft={{
          publish: () => void publish(),
          openPreview: () => preview('desktop'),
          openPreviewAs: () => preview('desktop', { choosesMember: true }),
          openHistory: () => setHistoryOpen(true),
          explore,
        }}
        instead={
          isHistoryOpen ? (
            <Suspense>
              <HistoryScreen name={name} onClose={() => setHistoryOpen(false)} />
            </Suspense>
          ) : (
            previewed && (
              <Suspense>
                <Preview name={name} {...previewed} onClose={() => setPreviewed(undefined)} />
              </Suspense>
            )
          )
        }
        header={({ ask, ...parts }) => (
          <EditorHeader
            name={name}
            file={file}
            publish={() => void publish()}
            isPublishing={isBusy}
            onDiscard={() => void discard(ask)}
            onHistory={() => setHistoryOpen(true)}
            onMenu={prepareHistory}
            onPreview={preview}
            {...parts}
          />
        )}
      />
      {publishDialog}
    </>
  )
}

function useExplorer(): () => void {
  const navigate = useNavigate()
  const { org = '', slug = '' } = useParams({ strict: false })
  return () => void navigate({ to: '/$org/workbook/$slug/explore', params: { org, slug } })
}
