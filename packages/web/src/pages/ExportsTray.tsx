import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadAddress } from '../editor/index.ts'
import { forgetEnded, type TrackedExport, useTrackedExports } from '../elements/tracked-exports.ts'
import { saveFile } from '../elements/use-export.ts'
import { Button, buttonLook, lazyPart, Popover, Progress } from '../ui/index.ts'
import { progressOf } from './export-progress.ts'
import '../i18n/looks.ts'

const DeliveryInTray = lazyPart(async () => ({
  default: (await import('./schedules/DeliveryInTray.tsx')).DeliveryInTray,
}))

/** The exports and deliveries of this tab: running ones, which can be stopped, and the results of the others. */
export function ExportsTray() {
  const { t } = useTranslation()
  const exports = useTrackedExports()
  const [isOpen, setOpen] = useState(false)
  if (exports.length === 0) return null
  const running = exports.filter(({ state }) => state === 'running').length
  const forget = () => {
    // Nothing is left to show, so it stays closed until it is opened again.
    if (running === 0) setOpen(false)
    forgetEnded()
  }
  const words = running > 0 ? t('export.trayRunning', { count: running }) : t('export.tray')
  return (
    <Popover
      label={t('export.tray')}
      triggerLabel={words}
      trigger={words}
      triggerClass={`${buttonLook('quiet')} max-sm:hidden`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      align="end"
      className="w-88"
    >
      <ul className="flex max-h-96 flex-col divide-y divide-line overflow-auto px-3 scroll-quiet">
        {exports.map((each) =>
          each.delivery ? (
            <Suspense key={each.id}>
              <DeliveryInTray entry={each} delivery={each.delivery} />
            </Suspense>
          ) : (
            <Entry key={each.id} entry={each} />
          ),
        )}
      </ul>
      {running < exports.length && (
        <div className="flex justify-end border-t border-line p-2">
          <Button isSmall look="quiet" onClick={forget}>
            {t('export.forget')}
          </Button>
        </div>
      )}
    </Popover>
  )
}

function Entry({ entry: { file, state, text, queryId, progress, cancel } }: { entry: TrackedExport }) {
  const { t } = useTranslation(['translation', 'looks'])
  if (state === 'running') {
    return (
      <li className="py-2.5">
        <Progress
          label={file}
          {...progressOf(progress, t)}
          isTextBelow
          action={
            <Button isSmall aria-label={t('export.cancelOf', { name: file })} onClick={cancel}>
              {t('common.cancel')}
            </Button>
          }
        />
      </li>
    )
  }
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 grow">
        <p className="truncate text-xs font-medium">{file}</p>
        <p className={`text-xs ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
          {[t(`export.states.${state}`), text].filter(Boolean).join(': ')}
        </p>
      </div>
      {state === 'done' && queryId !== undefined && (
        <Button
          isSmall
          aria-label={t('export.saveAgainOf', { name: file })}
          onClick={() => void saveFile(downloadAddress(queryId), file)}
        >
          {t('export.saveAgain')}
        </Button>
      )}
    </li>
  )
}
