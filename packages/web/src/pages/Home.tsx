import type { FileEntry, Member } from '@octavo/core/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { explain } from '../explain.ts'
import { useSession } from '../session.ts'
import { timeInWords } from '../time-in-words.ts'
import {
  ArrowDown,
  ArrowUp,
  Button,
  CircleAlert,
  classNames,
  fieldLook,
  Message,
  Notebook,
  Search,
  Skeleton,
} from '../ui/index.ts'
import { Shell } from './Shell.tsx'
import { workbookAddress } from './workbook-address.ts'

interface Page<Entry> {
  entries: Entry[]
  nextPage: string | null
  total?: number
}

type Order = 'updated' | 'name'

const orderKey = 'octavo-home-order'
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const comparisons: Record<Order, (left: FileEntry, right: FileEntry) => number> = {
  updated: (left, right) => right.updatedAt.localeCompare(left.updatedAt),
  name: (left, right) => collator.compare(left.name, right.name),
}

function readOrder(): Order {
  return localStorage.getItem(orderKey) === 'name' ? 'name' : 'updated'
}

/** Every workbook the reader can open. */
export function Home() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const name = useDeferredValue(text.trim())
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const workbooks = useInfiniteQuery({
    queryKey: ['workbooks', name],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<Page<FileEntry>>('/v2/files', {
        signal,
        query: {
          typeFilters: 'workbook',
          limit: 100,
          ...(name ? { name } : {}),
          ...(pageParam ? { page: pageParam } : {}),
        },
      }),
    getNextPageParam: (page) => page.nextPage ?? undefined,
    placeholderData: (before) => before,
  })
  const entries = (workbooks.data?.pages ?? []).flatMap((page) => page.entries)
  const [order, setOrder] = useState<Order>(readOrder)
  const sorted = [...entries].sort(comparisons[order])
  function changeOrder(next: Order) {
    localStorage.setItem(orderKey, next)
    setOrder(next)
  }
  useSlashKey(field)
  function clear() {
    setText('')
    field.current?.focus()
  }

  useEffect(() => {
    document.title = `${t('home.title')} · ${t('product')}`
  }, [t])

  return (
    <Shell title={<span className="font-semibold">{t('product')}</span>}>
      <div className="mx-auto max-w-5xl px-4 py-8 sm:px-8">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl font-semibold tracking-tight">{t('home.title')}</h1>
          <label className="relative w-full sm:w-72">
            <Search className="absolute top-2.5 left-2.5 size-4 text-faint" aria-hidden />
            <input
              ref={field}
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') focusRow(list.current, 0, event)
              }}
              placeholder={t('home.search')}
              aria-label={t('home.search')}
              className={classNames(fieldLook, 'pl-8')}
            />
          </label>
        </div>
        {workbooks.isPending ? (
          <ListSkeleton />
        ) : workbooks.isError ? (
          <Framed>
            <Failed error={workbooks.error} onRetry={() => void workbooks.refetch()} />
          </Framed>
        ) : sorted.length === 0 ? (
          <Framed>
            <Message
              icon={Notebook}
              className="py-16"
              title={name ? t('home.nothingTitle', { text: name }) : t('home.emptyTitle')}
              text={name ? t('home.nothingText') : t('home.emptyText')}
              actions={name && <Button onClick={clear}>{t('common.clear')}</Button>}
            />
          </Framed>
        ) : (
          <>
            <WorkbookList
              entries={sorted}
              listRef={list}
              isStale={workbooks.isPlaceholderData}
              order={order}
              onOrder={changeOrder}
            />
            <div className="mt-3 flex items-center justify-between text-xs text-muted">
              <span>{t('home.count', { count: workbooks.data.pages[0]?.total ?? sorted.length })}</span>
              {workbooks.hasNextPage && (
                <Button onClick={() => void workbooks.fetchNextPage()} disabled={workbooks.isFetchingNextPage}>
                  {t('home.more')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Shell>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const { code, message, hint } = explain(error)
  return (
    <Message
      icon={CircleAlert}
      tone="danger"
      isAlert
      className="py-16"
      title={t('home.errorTitle')}
      text={[message, hint].filter(Boolean).join(' ')}
      fine={code}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}

const columns = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 sm:grid-cols-[minmax(0,1fr)_11rem_8rem]'

interface WorkbookListProps {
  entries: readonly FileEntry[]
  listRef: { current: HTMLDivElement | null }
  isStale: boolean
  order: Order
  onOrder: (order: Order) => void
}

function WorkbookList({ entries, listRef, isStale, order, onOrder }: WorkbookListProps) {
  const { t } = useTranslation()
  const session = useSession()
  const names = useMemberNames()
  return (
    <div className={classNames('overflow-hidden rounded-lg border border-line bg-surface', isStale && 'opacity-60')}>
      <div className={classNames(columns, 'border-b border-line bg-sunken px-4 py-1 text-xs font-medium text-muted')}>
        <OrderButton label={t('home.name')} order="name" chosen={order} onChoose={onOrder} />
        <span aria-hidden className="hidden self-center sm:block">
          {t('home.owner')}
        </span>
        <OrderButton label={t('home.updated')} order="updated" chosen={order} onChoose={onOrder} isAtEnd />
      </div>
      <div ref={listRef}>
        {entries.map((entry, index) => (
          <Link
            key={entry.id}
            {...workbookAddress(session?.organization.slug ?? '', entry.name, entry.urlId)}
            className={classNames(
              columns,
              'items-center border-b border-line px-4 py-3 last:border-b-0 hover:bg-hover focus-visible:-outline-offset-2',
            )}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') focusRow(listRef.current, index + 1, event)
              if (event.key === 'ArrowUp') focusRow(listRef.current, index - 1, event)
            }}
          >
            <span className="flex min-w-0 items-center gap-3">
              <Notebook className="size-4.5 shrink-0 text-accent" aria-hidden />
              <span className="min-w-0">
                <span className="block truncate font-medium">{entry.name}</span>
                {(entry.description || entry.path) && (
                  <span className="block truncate text-xs text-muted">{entry.description || entry.path}</span>
                )}
              </span>
            </span>
            <span className="hidden truncate text-muted sm:block">
              {entry.ownerId === session?.member.memberId ? t('home.you') : (names.get(entry.ownerId ?? '') ?? '')}
            </span>
            <time
              dateTime={entry.updatedAt}
              title={fullTime(entry.updatedAt)}
              className="text-right text-muted tabular"
            >
              {timeInWords(entry.updatedAt, Date.now())}
            </time>
          </Link>
        ))}
      </div>
    </div>
  )
}

interface OrderButtonProps {
  label: string
  order: Order
  chosen: Order
  onChoose: (order: Order) => void
  isAtEnd?: boolean
}

function OrderButton({ label, order, chosen, onChoose, isAtEnd = false }: OrderButtonProps) {
  const { t } = useTranslation()
  const isChosen = order === chosen
  return (
    <button
      type="button"
      aria-label={t('home.orderBy', { name: label })}
      aria-pressed={isChosen}
      className={classNames(
        'flex h-6 items-center gap-1 rounded hover:text-ink',
        isAtEnd && 'justify-end',
        isChosen && 'text-ink',
      )}
      onClick={() => onChoose(order)}
    >
      {label}
      {isChosen && (order === 'name' ? <ArrowUp className="size-3.5" /> : <ArrowDown className="size-3.5" />)}
    </button>
  )
}

function useMemberNames(): ReadonlyMap<string, string> {
  const members = useQuery({
    queryKey: ['members'],
    staleTime: 300_000,
    queryFn: ({ signal }) => call<Page<Member> | Member[]>('/v2/members', { signal, query: { limit: 1000 } }),
  })
  const entries = Array.isArray(members.data) ? members.data : (members.data?.entries ?? [])
  return new Map(
    entries.map((member) => [member.memberId, `${member.firstName} ${member.lastName}`.trim() || member.email]),
  )
}

function focusRow(list: HTMLDivElement | null, index: number, event: KeyboardEvent) {
  const row = list?.querySelectorAll('a')[index]
  if (!row) return
  event.preventDefault()
  row.focus()
}

/** `/` goes to the search field, as long as nobody is typing. */
function useSlashKey(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [field])
}

function fullTime(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(new Date(iso))
}

function Framed({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-line bg-surface">{children}</div>
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-4">
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
