import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyField, Field, NumberField, Remark, Select, TextArea, TextField } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { Button } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Page } from '../../frame/Page.tsx'
import { embedAddress, type SandboxPlace, type SandboxUser, signEmbed } from './sign-embed.ts'
import '../../../i18n/embedding.ts'

const themes = ['', 'Light', 'Dark', 'Surface'] as const
const positions = ['none', 'top', 'bottom'] as const

/** Signs addresses of embeds in the same way as the server of a host, to try them out. */
export function EmbedSandboxPage() {
  const { t } = useTranslation('embedding')
  const member = useSession()?.member
  const [place, setPlace] = useState<SandboxPlace>({
    workbook: '',
    path: '',
    theme: '',
    menuPosition: 'none',
    more: '',
  })
  const [user, setUser] = useState<SandboxUser>({
    email: member?.email ?? '',
    accountType: '',
    teams: '',
    attributes: '',
  })
  const [pair, setPair] = useState({ clientId: '', clientSecret: '' })
  const [minutes, setMinutes] = useState<number | null>(60)
  const [address, setAddress] = useState<string>()
  // The browser signs only on pages with HTTPS or on localhost.
  const canSign = globalThis.crypto?.subtle !== undefined
  const isReady =
    canSign && [place.workbook, user.email, pair.clientId, pair.clientSecret].every((text) => text.trim() !== '')
  const action = useAction(async () => {
    const token = await signEmbed(user, { ...pair, seconds: (minutes ?? 60) * 60 })
    setAddress(embedAddress(place, token))
  })
  return (
    <Page title={t('sandbox.title')} lead={t('sandbox.lead')} width="form">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) action.run()
        }}
      >
        <PlaceFields place={place} onChange={setPlace} />
        <UserFields user={user} onChange={setUser} />
        <PairFields pair={pair} onChange={setPair} />
        <Field label={t('sandbox.minutes')}>
          {({ id }) => <NumberField id={id} value={minutes} min={1} onChange={setMinutes} />}
        </Field>
        {!canSign && <Remark tone="warning">{t('sandbox.needsHttps')}</Remark>}
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
        <div className="flex gap-2">
          <Button look="primary" type="submit" disabled={!isReady} isBusy={action.isBusy}>
            {t('sandbox.make')}
          </Button>
        </div>
        {address !== undefined && (
          <section aria-label={t('sandbox.address')} className="flex flex-col gap-2">
            <CopyField
              label={t('sandbox.address')}
              value={address}
              copy={t('sandbox.copy')}
              copied={t('sandbox.copied')}
            />
            <p className="text-xs text-muted">{t('sandbox.once')}</p>
            <a className="self-start text-accent-text hover:underline" href={address} target="_blank" rel="noreferrer">
              {t('sandbox.open')}
            </a>
          </section>
        )}
      </form>
    </Page>
  )
}

function PlaceFields({ place, onChange }: { place: SandboxPlace; onChange: (place: SandboxPlace) => void }) {
  const { t } = useTranslation('embedding')
  const set = (change: Partial<SandboxPlace>) => onChange({ ...place, ...change })
  return (
    <>
      <TextField
        label={t('sandbox.workbook')}
        hint={t('sandbox.workbookHint')}
        value={place.workbook}
        onChange={(workbook) => set({ workbook })}
        autoComplete="off"
      />
      <TextField
        label={t('sandbox.path')}
        hint={t('sandbox.pathHint')}
        isOptional={t('sandbox.optional')}
        value={place.path}
        onChange={(path) => set({ path })}
        autoComplete="off"
      />
      <Field label={t('sandbox.theme')}>
        {({ id }) => (
          <Select
            id={id}
            value={place.theme}
            options={themes.map((value) => ({ value, label: value || t('sandbox.ofWorkbook') }))}
            onChange={(theme) => set({ theme })}
          />
        )}
      </Field>
      <Field label={t('sandbox.menuPosition')}>
        {({ id }) => (
          <Select
            id={id}
            value={place.menuPosition}
            options={positions.map((value) => ({ value, label: t(`sandbox.${value}`) }))}
            onChange={(menuPosition) => set({ menuPosition })}
          />
        )}
      </Field>
      <TextField
        label={t('sandbox.more')}
        hint={t('sandbox.moreHint')}
        isOptional={t('sandbox.optional')}
        value={place.more}
        onChange={(more) => set({ more })}
        autoComplete="off"
      />
    </>
  )
}

function UserFields({ user, onChange }: { user: SandboxUser; onChange: (user: SandboxUser) => void }) {
  const { t } = useTranslation('embedding')
  const set = (change: Partial<SandboxUser>) => onChange({ ...user, ...change })
  return (
    <>
      <TextField
        label={t('sandbox.email')}
        value={user.email}
        onChange={(email) => set({ email })}
        autoComplete="off"
      />
      <TextField
        label={t('sandbox.accountType')}
        isOptional={t('sandbox.optional')}
        value={user.accountType}
        onChange={(accountType) => set({ accountType })}
        autoComplete="off"
      />
      <TextField
        label={t('sandbox.teams')}
        hint={t('sandbox.teamsHint')}
        isOptional={t('sandbox.optional')}
        value={user.teams}
        onChange={(teams) => set({ teams })}
        autoComplete="off"
      />
      <TextArea
        label={t('sandbox.attributes')}
        hint={t('sandbox.attributesHint')}
        isOptional={t('sandbox.optional')}
        value={user.attributes}
        onChange={(attributes) => set({ attributes })}
      />
    </>
  )
}

interface PairFieldsProps {
  pair: { clientId: string; clientSecret: string }
  onChange: (pair: { clientId: string; clientSecret: string }) => void
}

function PairFields({ pair, onChange }: PairFieldsProps) {
  const { t } = useTranslation('embedding')
  return (
    <>
      <TextField
        label={t('sandbox.clientId')}
        value={pair.clientId}
        onChange={(clientId) => onChange({ ...pair, clientId })}
        autoComplete="off"
      />
      <TextField
        label={t('sandbox.clientSecret')}
        hint={t('sandbox.secretHint')}
        type="password"
        value={pair.clientSecret}
        onChange={(clientSecret) => onChange({ ...pair, clientSecret })}
        autoComplete="off"
      />
    </>
  )
}
