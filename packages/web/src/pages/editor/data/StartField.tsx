import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, useEditor, useEditorState } from '../../../editor/index.ts'
import { explain } from '../../../explain.ts'
import { ChartColumnBig, Pivot, Remark, Table, TrendingUp } from '../../../forms/index.ts'
import { Button, classNames, fieldLook, IconButton, notify, Skeleton, Upload } from '../../../ui/index.ts'
import {
  bestMatch,
  nameOfSource,
  readColumns,
  type SourceEntry,
  useFoundEntries,
  useSourceEntries,
} from './source-entries.ts'
import { useFileTable } from './use-file-table.tsx'

/** Number of sources that are listed before the user types. */
const shownSources = 6
/** What a click on a source creates; Enter runs the first. */
const kinds = ['table', 'bar-chart', 'pivot-table', 'kpi-chart'] as const
type StartKind = (typeof kinds)[number]
const icons = { table: Table, 'bar-chart': ChartColumnBig, 'pivot-table': Pivot, 'kpi-chart': TrendingUp }

/**
 * The first step on an empty page: finds a source by name and creates an element from it with one click. Data models
 * come before raw tables.
 */
export function StartField() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const sources = useSourceEntries(document)
  const { isLoading, error } = sources
  const [search, setSearch] = useState('')
  const [at, setAt] = useState<number>()
  const field = useRef<HTMLInputElement>(null)
  const isNew = Object.keys(document.elements).length === 0
  const found = useFoundEntries(sources, search)
  const best = bestMatch(found, search)
  const shown = useMemo(
    () => (best ? [best, ...found.filter((entry) => entry !== best)] : found).slice(0, shownSources),
    [best, found],
  )
  const chosen = at === undefined ? best : shown[at]

  useEffect(() => {
    // A new workbook starts here; on a later empty page the focus stays where it is.
    if (isNew) field.current?.focus({ preventScroll: true })
  }, [isNew])

  async function take(entry: SourceEntry, kind: StartKind) {
    try {
      const columns = (await readColumns(editor.state.document, entry)).filter(({ name }) => !name.startsWith('_'))
      const name = kind === 'table' ? { name: nameOfSource(entry) } : {}
      const fields = { source: entry.source, columns: columns.map(({ column }) => column), ...name }
      addElement(editor, { kind, fields }, t('word.add', { kind: t(`kind.${kind}`) }))
    } catch (failure) {
      notify({ title: t('refusedGesture'), text: explain(failure).message, tone: 'danger' })
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && chosen) void take(chosen, 'table')
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const now = chosen ? shown.indexOf(chosen) : -1
    setAt(Math.max(0, Math.min(shown.length - 1, now + (event.key === 'ArrowDown' ? 1 : -1))))
  }

  return (
    <section aria-label={t('start.title')} className="mx-auto flex w-full max-w-xl flex-col gap-3 px-4 py-16">
      <h2 className="text-center text-xl font-semibold">{isNew ? t('start.title') : t('empty.title')}</h2>
      <input
        ref={field}
        type="search"
        aria-label={t('start.search')}
        placeholder={t('start.search')}
        className={classNames(fieldLook, 'w-full')}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setAt(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      {error && <Remark tone="danger">{error.message}</Remark>}
      {isLoading && <Skeleton className="h-40" />}
      {shown.length > 0 && (
        <ul aria-label={t('start.results')} className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map((entry) => (
            <SourceRow key={entry.key} entry={entry} isChosen={entry === chosen} onTake={take} />
          ))}
        </ul>
      )}
      {!isLoading && !error && shown.length === 0 && (
        <p className="text-center text-muted">
          {search.trim() === '' ? t('start.none') : t('start.nothing', { text: search.trim() })}
        </p>
      )}
      {found.length > shown.length && (
        <p className="text-center text-xs text-muted">{t('start.more', { count: found.length - shown.length })}</p>
      )}
      <StartUpload />
    </section>
  )
}

/** Uploads a file instead of choosing an existing source. */
function StartUpload() {
  const { t } = useTranslation('editor')
  const { open, dialog } = useFileTable()
  return (
    <div className="flex items-center justify-center gap-2 text-xs text-muted">
      <Button isSmall icon={Upload} onClick={() => open()}>
        {t('start.upload')}
      </Button>
      {t('start.or')}
      {dialog}
    </div>
  )
}

interface SourceRowProps {
  entry: SourceEntry
  isChosen: boolean
  onTake: (entry: SourceEntry, kind: StartKind) => Promise<void>
}

function SourceRow({ entry, isChosen, onTake }: SourceRowProps) {
  const { t } = useTranslation('editor')
  const name = nameOfSource(entry)
  return (
    <li
      className={classNames(
        'flex h-12 items-center gap-2 pr-2 pl-4 first:rounded-t-lg last:rounded-b-lg',
        isChosen && 'bg-accent-soft',
      )}
    >
      <button type="button" className="min-w-0 grow text-left" onClick={() => void onTake(entry, 'table')}>
        <span className="block truncate font-medium">{name}</span>
        <span className={classNames('block truncate text-xs', isChosen ? 'text-ink' : 'text-muted')}>
          {entry.place}
        </span>
      </button>
      {kinds.map((kind) => (
        <IconButton
          key={kind}
          label={t('start.as', { name, kind: t(`kind.${kind}`) })}
          size="small"
          icon={icons[kind]}
          onClick={() => void onTake(entry, kind)}
        />
      ))}
    </li>
  )
}
