import { useTranslation } from 'react-i18next'
import { TabList, TabPanel, Tabs } from '../../../ui/index.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { Page } from '../../frame/Page.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { ExportRulesForm } from './ExportRulesForm.tsx'
import { OrganizationSchedules } from './OrganizationSchedules.tsx'
import { OrganizationSends } from './OrganizationSends.tsx'

const tabs = ['schedules', 'sent', 'rules'] as const

/** The scheduled exports of the organization, and its rules for exports. */
export function ExportsPage() {
  const { t } = useTranslation('organization')
  const [given, setTab] = useAddressState('tab')
  const [deliveryId, setDelivery] = useAddressState('delivery')
  const shown = tabs.find((each) => each === given) ?? 'schedules'
  return (
    <Page title={t('sections.exports')} lead={t('exports.lead')}>
      <Tabs value={shown} onChange={(value) => setTab(value === 'schedules' ? '' : value)}>
        <TabList
          label={t('sections.exports')}
          className="mb-4 border-b border-line"
          items={tabs.map((value) => ({ value, label: t(`exports.tabs.${value}`) }))}
        />
        <TabPanel value="schedules">
          <OrganizationSchedules onDelivery={setDelivery} />
        </TabPanel>
        <TabPanel value="sent">
          <OrganizationSends onDelivery={setDelivery} />
        </TabPanel>
        <TabPanel value="rules">
          <ExportRulesForm />
        </TabPanel>
      </Tabs>
      {deliveryId !== '' && (
        <DeliveryDrawer deliveryId={deliveryId} onShow={setDelivery} onClose={() => setDelivery('')} />
      )}
    </Page>
  )
}
