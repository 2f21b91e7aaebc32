import { type FoundText, findTexts, replacedText, replaceTexts, type TextPart } from '@octavo/core/document'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../i18n/find.ts'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Checkbox, Drawer, Marked, Select, TextField } from '../../forms/index.ts'
import { Button, classNames, notify } from '../../ui/index.ts'
import { useActions } from '../editor/actions-context.ts'
import { KindIcon } from '../editor/KindIcon.tsx'

/** Maximum lines that are shown; the count covers all. */
const mostLines = 200

const parts = ['all', 'name', 'text', 'column', 'formula', 'sql', 'control', 'page'] as const
type Shown = 'all' | TextPart

/** Finds texts in the whole document and navigates to them; replaces the checked ones in one step of undo. */
export function FindPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('find')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const [searchText, setSearchText] = useState('')
  const [by, setBy] = useState('')
  const [isExact, setExact] = useState(false)
  const [shown, setShown] = useState<Shown>('all')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState(-1)
  const wanted = useDeferredValue(searchText)
  const found = useMemo(
    () => findTexts(document, wanted, isExact).filter(({ part }) => shown === 'all' || part === shown),
    [document, wanted, isExact, shown],
  )
  const selected = found.filter(({ id, path }) => path !== undefined && !left.has(id))

  function goTo(index: number) {
    // Uses the text that was just typed, even if the list does not show its results yet.
    const now = findTexts(document, searchText, isExact).filter(({ part }) => shown === 'all' || part === shown)
    const hit = now[(index + now.length) % now.length]
    if (!hit) return
    setAt((index + now.length) % now.length)
    if (hit.pageId !== undefined) editor.showPage(hit.pageId)
    if (hit.elementId === undefined) return
    const columnIds = hit.columnId === undefined ? [] : [hit.columnId]
    editor.select({ elementIds: [hit.elementId], columnIds })
    const element = CSS.escape(hit.elementId)
    requestAnimationFrame(() =>
      window.document.querySelector(`[data-element="${element}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    goTo(event.shiftKey ? at - 1 : at + 1)
  }
  function replace() {
    const edits = replaceTexts(document, selected, { searchText: wanted, by, isExact })
    const { dropped } = editor.apply(t('word', { searchText: wanted, by }), edits)
    notify({
      title: t('replaced', { count: selected.length }),
      tone: dropped.length > 0 ? 'danger' : 'done',
      action: { label: t('undo'), run: () => void editor.undo() },
    })
  }

  return (
    <Drawer title={t('title')} closeLabel={t('close')} isOpen onClose={onClose} width={360} isNonModal>
      <div className="flex flex-col gap-3 border-b border-line p-4">
        <TextField
          data-first-focus
          label={t('find')}
          value={searchText}
          onChange={(text) => {
            setSearchText(text)
            setLeft(new Set())
            setAt(-1)
          }}
          onKeyDown={onKeyDown}
        />
        <div className="flex items-center gap-3">
          <Select
            isSmall
            className="grow"
            label={t('where')}
            value={shown}
            options={parts.map((value) => ({ value, label: t(`parts.${value}`) }))}
            onChange={setShown}
          />
          <Checkbox className="shrink-0" isChecked={isExact} onChange={setExact}>
            {t('exact')}
          </Checkbox>
        </div>
        <TextField label={t('by')} value={by} onChange={setBy} />
        <Button look="primary" disabled={selected.length === 0 || by === wanted} onClick={replace}>
          {t('replace', { count: selected.length })}
        </Button>
      </div>
      <p role="status" className="px-4 pt-3 text-xs text-muted">
        {wanted === '' ? t('empty') : t('count', { count: found.length })}
      </p>
      <ul className="flex flex-col p-2">
        {found.slice(0, mostLines).map((hit, index) => (
          <Hit
            key={hit.id}
            hit={hit}
            searchText={wanted}
            after={
              by === '' || hit.path === undefined ? null : replacedText(hit.text, { searchText: wanted, by, isExact })
            }
            isCurrent={index === at}
            isTicked={hit.path === undefined ? undefined : !left.has(hit.id)}
            onTick={(isTicked) => {
              const next = new Set(left)
              if (isTicked) next.delete(hit.id)
              else next.add(hit.id)
              setLeft(next)
            }}
            onOpen={() => goTo(index)}
          />
        ))}
      </ul>
      {found.length > mostLines && <p className="px-4 pb-4 text-xs text-muted">{t('cut', { count: mostLines })}</p>}
    </Drawer>
  )
}

interface HitProps {
  hit: FoundText
  searchText: string
  /** The text with its replacement; null if that is not shown. */
  after: string | null
  isCurrent: boolean
  /** Undefined if nothing can be replaced. */
  isTicked: boolean | undefined
  onTick: (isTicked: boolean) => void
  onOpen: () => void
}

function Hit({ hit, searchText, after, isCurrent, isTicked, onTick, onOpen }: HitProps) {
  const { t } = useTranslation('find')
  const actions = useActions()
  const document = useEditorState((state) => state.document)
  const { elementId, pageId, part, text } = hit
  const page = [...document.pages, ...document.overlays, ...document.panels].find(({ id }) => id === pageId)
  const pageName = typeof page?.name === 'string' ? page.name : ''
  const owner = elementId === undefined ? '' : actions.nameOf(elementId)
  const place = [owner, part === 'page' ? '' : pageName, t(`part.${part}`)].filter(Boolean).join(' · ')
  return (
    <li className={classNames('flex items-start gap-2 rounded-md px-2', isCurrent && 'bg-accent-soft')}>
      {isTicked !== undefined && (
        <Checkbox className="mt-2" isChecked={isTicked} onChange={onTick} label={t('tick', { place, text })} />
      )}
      <button
        type="button"
        aria-current={isCurrent || undefined}
        className="flex min-w-0 grow flex-col rounded-md py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
        onClick={onOpen}
      >
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
          {elementId !== undefined && (
            <KindIcon kind={document.elements[elementId]?.kind ?? ''} className="size-3.5 shrink-0" />
          )}
          <span className="truncate">{place}</span>
        </span>
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          <Marked text={excerpt(text, searchText)} typed={searchText} />
        </span>
        {after !== null && isTicked && (
          <span className="line-clamp-2 text-accent-text [overflow-wrap:anywhere]">
            {t('becomes', { text: excerptAt(after, text, searchText) })}
          </span>
        )}
      </button>
    </li>
  )
}

/** Number of letters before the first match that are shown of a long text. */
const before = 40

function excerpt(text: string, searchText: string): string {
  return excerptAt(text, text, searchText)
}

function excerptAt(shown: string, text: string, searchText: string): string {
  const at = text.toLowerCase().indexOf(searchText.toLowerCase())
  return at > before ? `…${shown.slice(at - before, at + 200)}` : shown.slice(0, 240)
}
