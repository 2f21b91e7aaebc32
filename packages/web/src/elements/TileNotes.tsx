import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnError, type ElementData, useMaybeEditor, useOfPage } from '../editor/index.ts'
import { localeName } from '../formats.ts'
import { CircleAlert, Database, Tooltip } from '../ui/index.ts'
import { isUnknown } from './table/broken-columns.ts'
import { focusFormula } from './table/columns/formula-focus.ts'
import '../i18n/looks.ts'

/** Delays in seconds before newer rows are requested again; after the last one the reader has to ask. */
const retrySeconds = [1, 2, 5, 15]

const noteLook = 'flex min-h-8 shrink-0 items-center gap-2 border-t border-line px-4 text-xs text-muted'
const actionLook = 'shrink-0 font-medium text-accent-text underline underline-offset-2'

/** The rows are older than what was asked for: since when, why, and a way to ask again. */
export function OutdatedNote({ elementId, data }: { elementId: string; data: ElementData }) {
  const { t } = useTranslation(['translation', 'looks'])
  const pageData = useOfPage((page) => page.data)
  const { outdated, readAt } = data
  const isGivenUp = outdated?.failure.code === 'query_cancelled'
  const seconds = isGivenUp || data.status === 'waiting' ? undefined : retrySeconds[(outdated?.attempts ?? 1) - 1]
  useEffect(() => {
    if (seconds === undefined) return
    const timer = setTimeout(() => pageData.retry(elementId), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, pageData, elementId])
  if (!outdated) return null
  const time = readAt ? new Date(readAt).toLocaleTimeString(localeName(), { timeStyle: 'short' }) : ''
  return (
    <p role="status" className={noteLook}>
      <span className="truncate" title={outdated.failure.hint}>
        {t('looks:state.outdated', { time })} {outdated.failure.message}
      </span>
      <button type="button" className={actionLook} onClick={() => pageData.retry(elementId)}>
        {t('common.retry')}
      </button>
    </p>
  )
}

/** Names a column without values, which elements without column headers leave out. Editors can open its formula. */
export function ColumnErrorNote({ elementId, error }: { elementId: string; error: ColumnError }) {
  const { t } = useTranslation(['looks', 'translation'])
  const editor = useMaybeEditor()
  const { id, name, hint } = error
  const message = isUnknown(error) ? `${t('translation:tile.unknownColumn')}. ${error.message}` : error.message
  const edit = () => {
    editor?.select({ elementIds: [elementId], columnIds: [id] })
    focusFormula()
  }
  return (
    <p role="alert" className={noteLook}>
      <CircleAlert className="size-3.5 shrink-0 text-danger" aria-hidden />
      <span className="truncate" title={[message, hint].filter(Boolean).join(' ')}>
        {t('state.columnError', { name, message })}
      </span>
      {editor && (
        <button type="button" className={actionLook} onClick={edit}>
          {t('state.editFormula')}
        </button>
      )}
    </p>
  )
}

/** Says that the element combines rows of several connections. */
export function AcrossMark({ count }: { count: number }) {
  const { t } = useTranslation('looks')
  const text = t('state.across', { count })
  return (
    <Tooltip text={text}>
      <span
        role="img"
        aria-label={text}
        className="flex shrink-0 items-center text-muted pointer-fine:mr-2 pointer-fine:group-hover/tile:mr-7"
      >
        <Database className="size-3.5" aria-hidden />
        <Database className="-ml-1 size-3.5" aria-hidden />
      </span>
    </Tooltip>
  )
}

/** Says that a response takes long, and offers to stop waiting for it. */
export function LongWait({ elementId, ahead = 0 }: { elementId: string; ahead?: number | undefined }) {
  const { t } = useTranslation('looks')
  const pageData = useOfPage((page) => page.data)
  const cancel = () =>
    pageData.cancel(elementId, {
      code: 'query_cancelled',
      message: t('state.cancelled'),
      hint: t('state.cancelledHint'),
      isPassing: true,
    })
  return (
    <p role="status" className={noteLook}>
      {ahead > 0 ? t('state.ahead', { count: ahead }) : t('state.stillLoading')}
      <button type="button" className={actionLook} onClick={cancel}>
        {t('state.cancel')}
      </button>
    </p>
  )
}
