import type { DocumentEdit } from '@octavo/core/document'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shown } from './shown-version.ts'
import { versionQuery } from './versions.ts'
import '../../i18n/explore.ts'
import '../../i18n/history.ts'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { Banner, Button, CircleAlert, Message, notify, Skeleton } from '../../ui/index.ts'
import { VersionList } from './VersionList.tsx'
import { VersionPages } from './VersionPages.tsx'
import { VersionTables } from './VersionTables.tsx'
import { differenceOf, versionsQuery } from './versions.ts'

interface HistoryScreenProps {
  name: string
  onClose: () => void
}

/**
 * The versions of the open workbook or data model: the changes and the look of each, with commands to restore it or a
 * part of it.
 */
export function HistoryScreen({ name, onClose }: HistoryScreenProps) {
  const { t } = useTranslation('history')
  const editor = useEditor()
  const draft = useEditorState((state) => state.document)
  const hasChanges = useEditorState((state) => state.hasChanges)
  const versions = useInfiniteQuery(versionsQuery(editor))
  const entries = useMemo(() => versions.data?.pages.flatMap((page) => page.entries) ?? [], [versions.data])
  const [chosen, setChosen] = useState<Shown>()
  const shown: Shown = chosen ?? (hasChanges ? 'draft' : (entries[0]?.version ?? 'draft'))
  const version = useQuery({
    ...versionQuery(editor, shown === 'draft' ? 0 : shown),
    enabled: shown !== 'draft',
  })
  const document = shown === 'draft' ? draft : version.data
  const toShown = useMemo(() => (document ? differenceOf(draft, document) : undefined), [draft, document])
  // The rows of the draft are those of its saved state; edits that are being sent will be saved soon.
  useEditorState((state) => state.revision)
  const saved = editor.savedDocument
  const looked = shown === 'draft' ? saved : document
  const fromSaved = useMemo(() => (looked ? differenceOf(saved, looked).edits : []), [saved, looked])

  /** One step of undo in the draft. */
  function restore(word: string, edits: readonly DocumentEdit[]) {
    const { dropped } = editor.apply(word, edits)
    notify({
      title: t('restored', { what: word }),
      text: dropped.length > 0 ? t('restoredPartly', { count: dropped.length }) : t('restoredText'),
      tone: dropped.length > 0 ? 'danger' : 'done',
      action: { label: t('undo'), run: () => void editor.undo() },
    })
  }

  const Contents = editor.isDataModel ? VersionTables : VersionPages
  const canRestore = shown !== 'draft' && toShown !== undefined && toShown.changes.length > 0
  return (
    <div className="flex h-dvh flex-col bg-canvas">
      <Banner
        tone="info"
        action={
          <span className="flex gap-2">
            {canRestore && (
              <Button
                isSmall
                onClick={() => {
                  restore(t('word.version', { version: shown }), toShown.edits)
                  onClose()
                }}
              >
                {t('restoreVersion', { version: shown })}
              </Button>
            )}
            <Button isSmall onClick={onClose}>
              {t('goBack')}
            </Button>
          </span>
        }
      >
        {shown === 'draft' ? t('looksDraft', { name }) : t('looksVersion', { name, version: shown })}
      </Banner>
      <div className="flex min-h-0 grow max-sm:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 grow flex-col">
          {version.isError && shown !== 'draft' ? (
            <Message
              icon={CircleAlert}
              tone="danger"
              isAlert
              className="py-24"
              title={t('failed')}
              text={explain(version.error).message}
              actions={<Button onClick={() => void version.refetch()}>{t('retry')}</Button>}
            />
          ) : looked ? (
            <Contents key={shown} document={looked} edits={fromSaved} />
          ) : (
            <div role="status" aria-label={t('loading')} className="p-4 late">
              <Skeleton className="h-64" />
            </div>
          )}
        </div>
        <VersionList
          versions={entries}
          isLoading={versions.isPending}
          error={versions.error}
          onRetry={() => void versions.refetch()}
          more={versions.hasNextPage ? () => void versions.fetchNextPage() : undefined}
          hasDraft={hasChanges}
          shown={shown}
          onShow={setChosen}
          document={document}
          toShown={toShown}
          onRestore={restore}
          onClose={onClose}
        />
      </div>
    </div>
  )
}
