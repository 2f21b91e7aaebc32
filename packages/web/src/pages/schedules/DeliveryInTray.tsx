import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TrackedDelivery, TrackedExport } from '../../elements/tracked-exports.ts'
import { localeName } from '../../formats.ts'
import { Button, Progress } from '../../ui/index.ts'
import { progressOfRun } from '../export-progress.ts'
import '../../i18n/looks.ts'
import '../../i18n/schedules.ts'

interface DeliveryInTrayProps {
  entry: Pick<TrackedExport, 'file' | 'state' | 'text' | 'cancel'>
  delivery: TrackedDelivery
}

/** At most this many recipients are named. */
const named = 3

/** A delivery in the list of exports: its progress or outcome, its recipients, and the way to its details. */
export function DeliveryInTray({ entry: { file, state, text, cancel }, delivery }: DeliveryInTrayProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const words = useTranslation('schedules').t
  const { deliveryId, recipients, run } = delivery
  const shown = recipients.slice(0, named)
  const further = recipients.length - shown.length
  const list = [...shown, ...(further > 0 ? [words('tray.further', { count: further })] : [])]
  // The reason of a cancelled delivery says that it was cancelled.
  const outcome = state === 'failed' && run === undefined ? t('export.states.failed') : words(outcomeOf(run?.state))
  return (
    <li className="flex flex-col gap-1 py-2.5">
      {state === 'running' ? (
        <Progress
          label={file}
          {...(run?.progress
            ? progressOfRun(run.progress, t)
            : { value: null, max: 1, text: words('runs.states.waiting') })}
          isTextBelow
          action={
            <Button isSmall aria-label={t('export.cancelOf', { name: file })} onClick={cancel}>
              {t('common.cancel')}
            </Button>
          }
        />
      ) : (
        <>
          <p className="truncate text-xs font-medium">{file}</p>
          <p className={`text-xs [overflow-wrap:anywhere] ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
            {state === 'cancelled' && text !== '' ? text : [outcome, text].filter(Boolean).join(': ')}
          </p>
        </>
      )}
      {state === 'running' && text !== '' && <p className="text-xs text-muted [overflow-wrap:anywhere]">{text}</p>}
      {list.length > 0 && (
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          {words('tray.to', { list: new Intl.ListFormat(localeName()).format(list) })}
        </p>
      )}
      <Link
        to="/deliveries/$deliveryId"
        params={{ deliveryId }}
        aria-label={words('tray.openOf', { name: file })}
        className="self-start rounded text-xs underline underline-offset-2"
      >
        {words('runs.open')}
      </Link>
    </li>
  )
}

const outcomeOf = (state: NonNullable<TrackedDelivery['run']>['state'] = 'waiting') => `runs.states.${state}` as const
