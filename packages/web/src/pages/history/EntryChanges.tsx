import type { PublishedVersion } from '@octavo/core/contract'
import { applyEdits, type DocumentChange, type DocumentEdit, type WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { Select } from '../../forms/index.ts'
import { Skeleton } from '../../ui/index.ts'
import { subjectWords } from '../explore/change-words.ts'
import { ChangesByPage } from './ChangesByPage.tsx'
import { type Difference, differenceOf, editsOf, versionQuery } from './versions.ts'

type Restore = (word: string, edits: readonly DocumentEdit[]) => void

interface DraftChangesProps {
  draft: WorkbookDocument
  /** The published version; undefined until it is known. */
  base: number | undefined
  onRestore: Restore
}

/** The changes since the last version; each can be undone. */
export function DraftChanges({ draft, base, onRestore }: DraftChangesProps) {
  const { t } = useTranslation('history')
  const difference = useDifference(base, draft)
  const take = useWordOfChange()
  if (!difference) return <Skeleton className="h-12 late" />
  const { from } = difference
  return (
    <ChangesByPage
      difference={difference}
      documents={[draft, from]}
      none={t('noChanges')}
      action={{
        label: t('takeBack'),
        run: (change) => {
          const others = difference.edits.filter((_, position) => !change.edits.includes(position))
          const without = applyEdits(from, others).document
          onRestore(take('takenBack', change), differenceOf(draft, without).edits)
        },
      }}
    />
  )
}

interface VersionChangesProps {
  version: number
  versions: readonly PublishedVersion[]
  document: WorkbookDocument
  /** The edits that change the draft to this version. */
  toShown: Difference
  onRestore: Restore
}

/**
 * The differences from the draft, which can be restored one by one, and the changes of the version compared to another
 * one.
 */
export function VersionChanges({ version, versions, document, toShown, onRestore }: VersionChangesProps) {
  const { t } = useTranslation('history')
  const editor = useEditor()
  const take = useWordOfChange()
  const [compared, setCompared] = useState<number>()
  const other = compared ?? (version > 1 ? version - 1 : undefined)
  return (
    <>
      <section className="flex flex-col gap-2">
        <h3 className="text-xs font-semibold">{t('restores')}</h3>
        <ChangesByPage
          difference={toShown}
          documents={[document, editor.state.document]}
          none={t('sameAsDraft')}
          action={{
            label: t('restore'),
            run: (change) => onRestore(take('restored', change), editsOf(toShown, change)),
          }}
        />
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="text-xs font-semibold">{t('changed')}</h3>
        {other === undefined ? (
          <p className="text-muted">{t('first')}</p>
        ) : (
          <>
            <Select
              isSmall
              label={t('compareWith')}
              value={String(other)}
              options={choices(versions, version, other).map((each) => ({
                value: String(each),
                label: t('sinceVersion', { version: each }),
              }))}
              onChange={(value) => setCompared(Number(value))}
            />
            <Compared document={document} other={other} />
          </>
        )}
      </section>
    </>
  )
}

/** The versions to compare with: the listed ones, and the previous one. */
function choices(versions: readonly PublishedVersion[], version: number, other: number): number[] {
  const listed = versions.map((each) => each.version).filter((each) => each !== version)
  return listed.includes(other) ? listed : [...listed, other]
}

function Compared({ document, other }: { document: WorkbookDocument; other: number }) {
  const { t } = useTranslation('history')
  const difference = useDifference(other, document)
  if (!difference) return <Skeleton className="h-12 late" />
  return <ChangesByPage difference={difference} documents={[document, difference.from]} none={t('noChanges')} />
}

/** The changes since a version; undefined until they are loaded. */
function useDifference(version: number | undefined, to: WorkbookDocument) {
  const editor = useEditor()
  const from = useQuery({ ...versionQuery(editor, version ?? 0), enabled: version !== undefined }).data
  return useMemo(() => (from ? { ...differenceOf(from, to), from } : undefined), [from, to])
}

/** The label of the undo step of one change. */
function useWordOfChange() {
  const { t } = useTranslation('history')
  const explore = useTranslation('explore').t
  return (word: 'takenBack' | 'restored', change: DocumentChange) =>
    t(`word.${word}`, { name: subjectWords(explore, change) || t('element') })
}
