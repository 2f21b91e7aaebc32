import { useTranslation } from 'react-i18next'
import { Drawer } from '../../../forms/index.ts'
import { Loaded } from '../../frame/Page.tsx'
import { DeliveryDetails, useDelivery } from '../../schedules/DeliveryDetails.tsx'
import '../../../i18n/schedules.ts'

interface DeliveryDrawerProps {
  deliveryId: string
  onShow: (deliveryId: string) => void
  onClose: () => void
}

/** One delivery beside the list that it was opened from. */
export function DeliveryDrawer({ deliveryId, onShow, onClose }: DeliveryDrawerProps) {
  const { t } = useTranslation(['schedules', 'translation'])
  const query = useDelivery(deliveryId)
  return (
    <Drawer
      title={t('delivery.title', { name: query.data?.name ?? '' })}
      closeLabel={t('translation:common.close')}
      width={640}
      isOpen
      onClose={onClose}
    >
      <div className="p-4">
        <Loaded query={query} title={t('delivery.failed')}>
          {(delivery) => <DeliveryDetails delivery={delivery} onAgain={onShow} />}
        </Loaded>
      </div>
    </Drawer>
  )
}
