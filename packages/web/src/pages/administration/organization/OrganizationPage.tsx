import { adminTypeName } from '@octavo/core/access'
import type { OrganizationSettingsChange, OrganizationSettingsEntry, SettingSwitch } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import {
  Checkbox,
  type Choice,
  Field,
  NumberField,
  Picker,
  Remark,
  Select,
  SwitchRow,
  TextField,
} from '../../../forms/index.ts'
import { sessionQuery, useSession } from '../../../session.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { untranslated } from '../../translations/phrase-files.ts'
import { TranslationFiles } from '../../translations/TranslationFiles.tsx'
import { useAccountTypeNames } from '../members/account-type-names.ts'
import { Part } from '../Part.tsx'
import { AllowedAddresses } from './AllowedAddresses.tsx'
import { DeliveryForm } from './DeliveryForm.tsx'
import { EmbeddingForm } from './EmbeddingForm.tsx'
import { LimitsForm } from './LimitsForm.tsx'
import { LogoForm } from './LogoForm.tsx'
import { localeChoices, zoneChoices } from './places-of-the-world.ts'

const path = '/v2/organizations/settings'

const settingsQuery = queryOptions({
  queryKey: ['organization', 'settings'],
  queryFn: ({ signal }) => call<OrganizationSettingsEntry>(path, { signal }),
})

/** Settings for everybody: time zone, locale, archive, limits, embedding, allowed addresses. */
export function OrganizationPage() {
  const { t } = useTranslation('organization')
  const organization = useSession()?.organization
  const queries = useQueryClient()
  const settings = useQuery(settingsQuery)
  return (
    <Page title={t('sections.organization')} lead={organization?.name}>
      <div className="flex max-w-3xl flex-col gap-8">
        <Part title={t('settings.general')}>
          <Loaded query={settings} title={t('settings.failed')}>
            {(entry) => <GeneralForm key={JSON.stringify(entry)} settings={entry} />}
          </Loaded>
        </Part>
        <Part title={t('logo.title')}>
          <LogoForm />
        </Part>
        <Part title={t('settings.limits')}>
          <Loaded query={settings} title={t('settings.failed')}>
            {(entry) => (
              <LimitsForm
                key={JSON.stringify(entry)}
                settings={entry}
                onSaved={(saved) => queries.setQueryData(settingsQuery.queryKey, saved)}
              />
            )}
          </Loaded>
        </Part>
        <Part title={t('settings.people')}>
          <Card>
            <Setting name="licenseUpgradeRequests" />
          </Card>
        </Part>
        <Part title={t('settings.tables')}>
          <Card>
            <Setting name="bulkCopy" isOfSession />
          </Card>
        </Part>
        <Part title={t('settings.embedding')}>
          <div className="flex flex-col gap-3">
            <Card>
              <Setting name="publicEmbeds" />
            </Card>
            <Loaded query={settings} title={t('settings.failed')}>
              {(entry) => (
                <EmbeddingForm
                  key={JSON.stringify(entry)}
                  settings={entry}
                  onSaved={(saved) => queries.setQueryData(settingsQuery.queryKey, saved)}
                />
              )}
            </Loaded>
          </div>
        </Part>
        <Part title={t('translations.title')} text={t('translations.text')}>
          <Card>
            <div className="p-5">
              <TranslationFiles
                path="/v2/translations/organization"
                startOf={() => untranslated(['Revenue', 'Orders'])}
              />
            </div>
          </Card>
        </Part>
        <Part title={t('settings.deliveries')}>
          <DeliveryForm />
        </Part>
        <AllowedAddresses />
      </div>
    </Page>
  )
}

function GeneralForm({ settings }: { settings: OrganizationSettingsEntry }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const zones = zoneChoices(settings.timezone)
  const [name, setName] = useState(settings.name)
  const [zone, setZone] = useState<Choice[]>(zones.filter(({ value }) => value === settings.timezone))
  const [locale, setLocale] = useState(settings.locale ?? '')
  const [days, setDays] = useState(settings.archiveDays === null ? '' : String(settings.archiveDays))
  const [isForever, setForever] = useState(settings.archiveDays === null)
  const [syncHours, setSyncHours] = useState(settings.connectionSyncHours)
  const [bareLists, setBareLists] = useState(settings.bareLists)
  const [memberType, setMemberType] = useState(settings.defaultMemberType ?? '')
  const types = useAccountTypeNames()
  const timezone = zone[0]?.value
  const count = Number(days)
  const isCount = isForever || (Number.isInteger(count) && count >= 1 && count <= 3650)
  const archiveDays = isForever ? null : count
  const isHours = syncHours === null || (Number.isInteger(syncHours) && syncHours >= 1 && syncHours <= 8760)
  const change: OrganizationSettingsChange = {
    ...(name.trim() !== '' && name.trim() !== settings.name && { name: name.trim() }),
    ...(timezone !== undefined && timezone !== settings.timezone && { timezone }),
    ...((locale || null) !== settings.locale && { locale: locale || null }),
    ...(archiveDays !== settings.archiveDays && { archiveDays }),
    ...((memberType || null) !== settings.defaultMemberType && { defaultMemberType: memberType || null }),
    ...(syncHours !== settings.connectionSyncHours && { connectionSyncHours: syncHours }),
    ...(bareLists !== settings.bareLists && { bareLists }),
  }
  const isChanged = Object.keys(change).length > 0
  const action = useAction(async () => {
    const saved = await call<OrganizationSettingsEntry>(path, { method: 'PATCH', body: change })
    queries.setQueryData(settingsQuery.queryKey, saved)
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    notify({ title: t('common.saved'), tone: 'done' })
  })
  return (
    <Card className="!overflow-visible">
      <form
        className="flex flex-col gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && isCount && isHours && timezone !== undefined) action.run()
        }}
      >
        <TextField
          label={t('settings.name')}
          value={name}
          onChange={setName}
          maxLength={128}
          autoComplete="off"
          hint={t('settings.nameHint')}
          error={name.trim() === '' ? t('settings.nameMissing') : undefined}
        />
        <Picker
          label={t('settings.zone')}
          hint={t('settings.zoneHint')}
          choices={zones}
          chosen={zone}
          onChange={setZone}
          nothing={t('settings.noZone')}
          removeLabel={(name) => t('common.removeName', { name })}
          error={timezone === undefined ? t('settings.zoneMissing') : undefined}
          isSingle
        />
        <Field label={t('settings.locale')} hint={t('settings.localeHint')}>
          {({ id }) => (
            <Select
              id={id}
              value={locale}
              onChange={setLocale}
              options={[{ value: '', label: t('settings.ownLocale') }, ...localeChoices(settings.locale)]}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('settings.archive')}>
            {({ id }) => (
              <Select
                id={id}
                value={isForever ? 'forever' : 'days'}
                onChange={(value) => {
                  setForever(value === 'forever')
                  if (value === 'days' && days === '') setDays('30')
                }}
                options={[
                  { value: 'days', label: t('settings.archiveFor') },
                  { value: 'forever', label: t('settings.archiveForever') },
                ]}
              />
            )}
          </Field>
          {!isForever && (
            <TextField
              label={t('settings.days')}
              value={days}
              onChange={setDays}
              inputMode="numeric"
              error={isCount ? undefined : t('settings.daysWrong')}
            />
          )}
        </div>
        <Field
          label={t('settings.syncHours')}
          hint={t('settings.syncHoursHint')}
          error={isHours ? undefined : t('settings.syncHoursWrong')}
        >
          {({ id }) => (
            <NumberField id={id} value={syncHours} min={1} unit="h" className="max-w-40" onChange={setSyncHours} />
          )}
        </Field>
        <Field label={t('settings.memberType')} hint={t('settings.memberTypeHint')}>
          {({ id }) => (
            <Select
              id={id}
              value={memberType}
              onChange={setMemberType}
              options={[
                { value: '', label: t('settings.usualType') },
                ...types.all.filter((each) => each !== adminTypeName).map((each) => ({ value: each, label: each })),
              ]}
            />
          )}
        </Field>
        <Checkbox isChecked={bareLists} onChange={setBareLists}>
          {t('settings.bareLists')}
          <span className="block text-xs text-muted">{t('settings.bareListsText')}</span>
        </Checkbox>
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
        <Button
          look="primary"
          type="submit"
          className="self-start"
          disabled={!isChanged || !isCount || !isHours || timezone === undefined || action.isBusy}
        >
          {t('common.save')}
        </Button>
      </form>
    </Card>
  )
}

interface SettingProps {
  name: 'bulkCopy' | 'licenseUpgradeRequests' | 'publicEmbeds'
  /** The session contains the setting and must be reloaded. */
  isOfSession?: boolean
}

/** A switch that has a separate API operation. */
function Setting({ name, isOfSession = false }: SettingProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const query = queryOptions({
    queryKey: ['organization', name],
    queryFn: ({ signal }) => call<SettingSwitch>(`${path}/${name}`, { signal }),
  })
  const setting = useQuery(query)
  const action = useAction(async (enabled: boolean) => {
    const saved = await call<SettingSwitch>(`${path}/${name}`, { method: 'PATCH', body: { enabled } })
    queries.setQueryData(query.queryKey, saved)
    if (isOfSession) await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    notify({ title: t('common.saved'), tone: 'done' })
  })
  return (
    <div className="px-5 py-3.5">
      <SwitchRow
        label={t(`settings.${name}`)}
        text={t(`settings.${name}Text`)}
        isOn={setting.data?.enabled ?? false}
        isDisabled={setting.data === undefined || action.isBusy}
        onChange={(enabled) => action.run(enabled)}
      />
      {(action.failure ?? (setting.isError ? t('settings.failed') : undefined)) && (
        <p role="alert" className="mt-1 text-danger">
          {action.failure ?? t('settings.failed')}
        </p>
      )}
    </div>
  )
}
