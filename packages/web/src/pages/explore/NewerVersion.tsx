import type { CustomViewContents, Workbook } from '@octavo/core/contract'
import { changesOf } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useEditor } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { Banner, Button, notify } from '../../ui/index.ts'
import { changeWords, subjectWords } from './change-words.ts'
import type { ViewStore } from './view-store.ts'

/** The most changes that are listed. */
const namedChanges = 3

/**
 * Says that a newer version of the workbook was published, and moves the view to it; names the changes that would be
 * lost.
 */
export function NewerVersion({ store, onMoved }: { store: ViewStore; onMoved: () => void }) {
  const { t } = useTranslation('explore')
  const editor = useEditor()
  const [isBusy, setBusy] = useState(false)
  const path = `/v2/workbooks/${encodeURIComponent(editor.workbookId)}`
  const version = store.draft.baseVersion
  const { data } = useQuery({
    queryKey: ['workbook-version', editor.workbookId],
    queryFn: ({ signal }) => call<Workbook>(path, { signal }),
  })
  const latest = data?.latestVersion ?? version
  if (latest <= version) return null

  async function move() {
    setBusy(true)
    try {
      await editor.settled()
      const key = encodeURIComponent(store.exploreKey)
      const moved = await call<CustomViewContents>(`${path}/customViews/${key}/moveToLatest`, { method: 'POST' })
      showResult(moved)
      onMoved()
    } catch (error) {
      notify({ title: t('newer.failed'), text: explain(error).message, tone: 'danger' })
      setBusy(false)
    }
  }

  function showResult({ dropped, shownVersion }: CustomViewContents) {
    const lost = changesOf(
      store.base,
      dropped.map(({ edit }) => edit),
    )
    if (lost.length === 0) {
      notify({ title: t('newer.moved', { latest: shownVersion }), tone: 'done' })
      return
    }
    const words = lost.slice(0, namedChanges).map((change) => `${subjectWords(t, change)} ${changeWords(t, change)}`)
    if (lost.length > namedChanges) words.push(t('change.more', { count: lost.length - namedChanges }))
    notify({
      title: t('newer.droppedTitle', { latest: shownVersion, count: lost.length }),
      text: t('newer.droppedText', { what: words.join('; ') }),
      tone: 'danger',
    })
  }

  return (
    <Banner
      tone="info"
      action={
        <Button isSmall isBusy={isBusy} onClick={() => void move()}>
          {t('newer.move', { latest })}
        </Button>
      }
    >
      {t('newer.text', { version, latest })}
    </Banner>
  )
}
