import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Loaded, Page } from '../frame/Page.tsx'
import { DeliveryDetails, useDelivery } from './DeliveryDetails.tsx'
import '../../i18n/schedules.ts'

/** The address of one delivery, for everybody who may see it. */
export function DeliveryPage() {
  const { t } = useTranslation('schedules')
  const { deliveryId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const query = useDelivery(deliveryId)
  const show = (id: string) => void navigate({ to: '/deliveries/$deliveryId', params: { deliveryId: id } })
  return (
    <Page title={t('delivery.title', { name: query.data?.name ?? '' })} width="form">
      <Loaded query={query} title={t('delivery.failed')}>
        {(delivery) => <DeliveryDetails delivery={delivery} onAgain={show} />}
      </Loaded>
    </Page>
  )
}
