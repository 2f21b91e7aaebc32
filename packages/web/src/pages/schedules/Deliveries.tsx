import type { DeliveryRecipient, ScheduleDelivery, SentFile } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../formats.ts'
import { Pager, usePages } from '../../forms/index.ts'
import { useServerPages } from '../data/server-pages.ts'
import { Loaded } from '../frame/Page.tsx'
import { runsKey, soonMs, toTheSecond } from './run-lists.ts'
import '../../i18n/schedules.ts'

/** Every message of a run, a page at a time. */
export function Deliveries({ path }: { path: string }) {
  const { t } = useTranslation('schedules')
  const isOpen = ({ state }: ScheduleDelivery) => state === 'waiting'
  const listing = { path: `${path}/deliveries`, query: {} }
  const pages = useServerPages<ScheduleDelivery>(runsKey, listing, (all) => all.some(isOpen) && soonMs)
  return (
    <div>
      <Loaded query={pages.query} title={t('runs.failed')}>
        {({ entries, total }) =>
          entries.length === 0 ? (
            <p className="text-xs text-muted">{t('runs.noMessages')}</p>
          ) : (
            <>
              <ul className="flex flex-col gap-3 text-xs">
                {entries.map((each) => (
                  <Delivery key={each.deliveryId} delivery={each} path={path} />
                ))}
              </ul>
              {!(pages.isFirst && pages.isLast) && (
                <Pager
                  pages={pages}
                  text={t('runs.range', { from: pages.from, to: pages.from + entries.length - 1, count: total })}
                  previous={t('runs.previousMessages')}
                  next={t('runs.nextMessages')}
                />
              )}
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Delivery({ delivery, path }: { delivery: ScheduleDelivery; path: string }) {
  const { t } = useTranslation('schedules')
  const { kind, recipient, recipients, value, state, reason, answer, attempts, files, finishedAt } = delivery
  const isOfMany = recipients.length > 1
  const who = isOfMany ? t('delivery.recipientsOf', { count: recipients.length }) : recipient
  return (
    <li className="flex flex-col gap-1">
      <span className="[overflow-wrap:anywhere]">
        {[t(`runs.kinds.${kind}`), who, value].filter(Boolean).join(' · ')}
      </span>
      <span className={`[overflow-wrap:anywhere] ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
        {/* The reason of a cancelled message says that it was cancelled. */}
        {state === 'cancelled' && reason !== null
          ? reason
          : [t(`runs.messages.${state}`), reason].filter(Boolean).join(': ')}
        {finishedAt !== null && (
          <>
            {' · '}
            <time dateTime={finishedAt} className="tabular">
              {toTheSecond(finishedAt)}
            </time>
          </>
        )}
        {attempts > 1 && ` · ${t('runs.tries', { count: attempts })}`}
      </span>
      {answer !== null && !isOfMany && (
        <span className="text-muted [overflow-wrap:anywhere]">{t('runs.answer', { answer })}</span>
      )}
      {isOfMany && <Recipients recipients={recipients} />}
      {files.map((file) => (
        <File key={file.fileId} file={file} path={path} isSent={state === 'sent'} />
      ))}
    </li>
  )
}

const isLost = ({ state }: DeliveryRecipient) => state === 'refused' || state === 'failed'

/** Each recipient of a mail with its state and the response of the mail server; those who did not get it first. */
function Recipients({ recipients }: { recipients: readonly DeliveryRecipient[] }) {
  const { t } = useTranslation('schedules')
  const sorted = [...recipients.filter(isLost), ...recipients.filter((each) => !isLost(each))]
  const pages = usePages(sorted, '')
  return (
    <div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {pages.rows.map((each) => (
          <li key={each.recipient} className="flex flex-wrap justify-between gap-x-4 px-2 py-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{each.recipient}</span>
            <span className={`[overflow-wrap:anywhere] ${isLost(each) ? 'text-danger' : 'text-muted'}`}>
              {[t(`runs.recipientStates.${each.state}`), each.answer].filter(Boolean).join(': ')}
            </span>
          </li>
        ))}
      </ul>
      {!(pages.isFirst && pages.isLast) && (
        <Pager
          pages={pages}
          text={t('runs.range', { from: pages.from, to: pages.to, count: sorted.length })}
          previous={t('runs.previousRecipients')}
          next={t('runs.nextRecipients')}
        />
      )}
    </div>
  )
}

function sizeInWords(bytes: number): string {
  const { unit, size } = bytes >= 1_000_000 ? { unit: 'megabyte', size: 1_000_000 } : { unit: 'kilobyte', size: 1000 }
  return new Intl.NumberFormat(localeName(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / size)
}

interface FileProps {
  file: SentFile
  path: string
  isSent: boolean
}

/** While retained, the file can be saved; afterwards its checksum shows whether a given file is the one that was sent. */
function File({ file: { fileId, name, sizeBytes, sha256, isKept }, path, isSent }: FileProps) {
  const { t } = useTranslation('schedules')
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {isKept ? (
          <a
            href={`${path}/files/${fileId}`}
            download={name}
            className="min-w-0 truncate rounded underline underline-offset-2"
          >
            {name}
          </a>
        ) : (
          <span className="min-w-0 truncate">{name}</span>
        )}
        <span className="text-muted tabular">{sizeInWords(sizeBytes)}</span>
      </span>
      {isSent && !isKept && <span className="text-muted">{t('runs.notKept')}</span>}
      <code className="block font-mono text-2xs text-muted [overflow-wrap:anywhere]">SHA-256 {sha256}</code>
    </span>
  )
}
