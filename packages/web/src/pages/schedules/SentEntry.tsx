import type { Send } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../formats.ts'
import { Button } from '../../ui/index.ts'
import { ScheduleRuns } from './ScheduleRuns.tsx'
import { useCancelDelivery } from './use-cancel-delivery.ts'
import { useSendAgain } from './use-send-again.ts'

export const isUnderWay = ({ state }: Send): boolean => state === 'waiting' || state === 'running'

/** One single send: its result, its messages with their files, and a button to cancel it or to send it again. */
export function SentEntry({ workbookId, send, name }: { workbookId: string; send: Send; name: string }) {
  const { t } = useTranslation(['schedules', 'translation'])
  const [isOpen, setOpen] = useState(false)
  const { sendId, deliveryId, state, reason, createdAt, finishedAt } = send
  const path = `/v2/workbooks/${workbookId}/sends/${sendId}`
  const again = useSendAgain(path)
  const cancel = useCancelDelivery(deliveryId)
  const failure = again.failure ?? cancel.failure
  const when = new Intl.DateTimeFormat(localeName(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className="flex flex-col gap-2 py-2 first:pt-0 last:pb-0">
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 grow flex-col">
          <span className="truncate font-medium">{name}</span>
          <span className={`[overflow-wrap:anywhere] ${state === 'error' ? 'text-danger' : 'text-muted'}`}>
            {t(`last.${state}`, { when: when.format(Date.parse(finishedAt ?? createdAt)) })}
            {reason && `: ${reason}`}
          </span>
        </div>
        <Button
          isSmall
          look="quiet"
          aria-expanded={isOpen}
          aria-label={t('detailsOf', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('details')}
        </Button>
        {isUnderWay(send) ? (
          <Button
            isSmall
            isBusy={cancel.isBusy}
            aria-label={t('translation:export.cancelOf', { name })}
            onClick={cancel.run}
          >
            {t('translation:common.cancel')}
          </Button>
        ) : (
          <Button isSmall isBusy={again.isBusy} aria-label={t('sendAgainOf', { name })} onClick={again.run}>
            {t('sendAgain')}
          </Button>
        )}
      </div>
      {failure !== undefined && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      {isOpen && <ScheduleRuns path={path} isUnderWay={isUnderWay(send)} isOwn />}
    </li>
  )
}
