import type { PublishedVersion } from '@octavo/core/contract'
import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Badge } from '../../forms/index.ts'
import { exactTime, timeInWords } from '../../time-in-words.ts'
import { Button, classNames, Skeleton } from '../../ui/index.ts'
import { useMemberNames } from '../data/people.ts'
import { tagsQuery } from '../data/tags.ts'
import { DraftChanges, VersionChanges } from './EntryChanges.tsx'
import type { Shown } from './shown-version.ts'
import type { Difference } from './versions.ts'

interface VersionListProps {
  versions: readonly PublishedVersion[]
  isLoading: boolean
  error: unknown
  onRetry: () => void
  /** Loads older ones; undefined when all are loaded. */
  more: (() => void) | undefined
  hasDraft: boolean
  shown: Shown
  onShow: (shown: Shown) => void
  /** The shown version, once it is loaded. */
  document: WorkbookDocument | undefined
  /** The edits that change the draft to the shown version. */
  toShown: Difference | undefined
  onRestore: (word: string, edits: readonly DocumentEdit[]) => void
  onClose: () => void
}

/**
 * The draft and every version, newest first; the shown one is expanded to its changes. The arrow keys move between
 * them.
 */
export function VersionList(props: VersionListProps) {
  const { versions, hasDraft, shown, onShow, onClose } = props
  const { t } = useTranslation('history')
  const list = useRef<HTMLOListElement>(null)
  const names = useMemberNames(versions.map(({ publishedBy }) => publishedBy))
  const tags = useQuery(tagsQuery)
  const isReady = !props.isLoading
  useEffect(() => {
    if (isReady) list.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
  }, [isReady])

  function move(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') onClose()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const heads = [...(list.current?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? [])]
    const at = heads.findIndex((head) => head.contains(event.target as Node))
    if (step === 0 || at < 0) return
    event.preventDefault()
    heads[at + step]?.focus()
  }
  const tagName = (id: string) => tags.data?.entries.find(({ versionTagId }) => versionTagId === id)?.name
  const { document, toShown, onRestore } = props
  return (
    <aside
      aria-label={t('title')}
      className="flex w-90 shrink-0 flex-col border-l border-line bg-surface max-sm:max-h-1/2 max-sm:w-full max-sm:border-b max-sm:border-l-0"
    >
      <h2 className="flex h-10 shrink-0 items-center px-4 font-semibold">{t('title')}</h2>
      <div className="min-h-0 grow overflow-y-auto px-2 pb-4 scroll-quiet">
        {props.isLoading && <Skeleton className="m-2 h-12" />}
        {Boolean(props.error) && (
          <div role="alert" className="flex flex-col items-start gap-2 p-2">
            <p>{explain(props.error).message}</p>
            <Button isSmall onClick={props.onRetry}>
              {t('retry')}
            </Button>
          </div>
        )}
        <ol ref={list} className="flex flex-col gap-1" onKeyDown={move}>
          {hasDraft && isReady && (
            <Entry
              head={<span className="font-medium">{t('draft')}</span>}
              text={t('draftText')}
              isOpen={shown === 'draft'}
              onOpen={() => onShow('draft')}
            >
              {document && <DraftChanges draft={document} base={versions[0]?.version} onRestore={onRestore} />}
            </Entry>
          )}
          {versions.map((entry, index) => (
            <Entry
              key={entry.version}
              head={
                <>
                  <span className="font-medium">{t('version', { version: entry.version })}</span>
                  {index === 0 && <Badge tone="success">{t('current')}</Badge>}
                  {entry.tags?.map(({ versionTagId }) => (
                    <Badge key={versionTagId}>{tagName(versionTagId) ?? t('tag')}</Badge>
                  ))}
                </>
              }
              text={[names(entry.publishedBy), timeInWords(entry.publishedAt, Date.now())].filter(Boolean).join(' · ')}
              title={exactTime(entry.publishedAt)}
              isOpen={shown === entry.version}
              onOpen={() => onShow(entry.version)}
            >
              {document && toShown && (
                <VersionChanges
                  version={entry.version}
                  versions={versions}
                  document={document}
                  toShown={toShown}
                  onRestore={onRestore}
                />
              )}
            </Entry>
          ))}
        </ol>
        {props.more && (
          <Button isSmall className="m-2" onClick={props.more}>
            {t('more')}
          </Button>
        )}
      </div>
    </aside>
  )
}

interface EntryProps {
  head: ReactNode
  text: string
  title?: string
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}

function Entry({ head, text, title, isOpen, onOpen, children }: EntryProps) {
  return (
    <li className={classNames('rounded-md', isOpen && 'bg-accent-soft')}>
      <button
        type="button"
        aria-expanded={isOpen}
        tabIndex={isOpen ? 0 : -1}
        title={title}
        className="flex w-full flex-col gap-0.5 rounded-md px-2 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
        onClick={onOpen}
      >
        <span className="flex flex-wrap items-center gap-2">{head}</span>
        <span className="text-xs text-muted">{text}</span>
      </button>
      {isOpen && <div className="flex flex-col gap-4 px-2 pt-1 pb-3">{children}</div>}
    </li>
  )
}
