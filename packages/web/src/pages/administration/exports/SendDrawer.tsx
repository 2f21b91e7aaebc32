import type { OrganizationSend } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../../forms/index.ts'
import { Button } from '../../../ui/index.ts'
import { ScheduleRuns } from '../../schedules/ScheduleRuns.tsx'
import { isUnderWay } from '../../schedules/SentEntry.tsx'
import { useSendAgain } from '../../schedules/use-send-again.ts'

/** One single send, with its messages and their files. */
export function SendDrawer({ send, onClose }: { send: OrganizationSend; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const path = `/v2/workbooks/${send.workbookId}/sends/${send.sendId}`
  const again = useSendAgain(path)
  return (
    <Drawer
      title={send.title || (send.workbookName ?? '')}
      closeLabel={t('common.close', { ns: 'translation' })}
      width={640}
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-6 p-4">
        <p className="text-muted [overflow-wrap:anywhere]">
          {[send.workbookName, send.createdByName].filter(Boolean).join(' · ')}
        </p>
        <div className="flex flex-col items-start gap-2">
          <Button look="primary" isBusy={again.isBusy} disabled={isUnderWay(send)} onClick={again.run}>
            {t('exports.retry')}
          </Button>
          {again.failure !== undefined && (
            <p role="alert" className="text-danger">
              {again.failure}
            </p>
          )}
        </div>
        <ScheduleRuns path={path} isUnderWay={isUnderWay(send)} isOwn />
      </div>
    </Drawer>
  )
}
