import type { OrganizationSettingsChange, OrganizationSettingsEntry } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Field, NumberField, Remark, SwitchRow, TextArea } from '../../../forms/index.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction, useProblemFocus } from '../../data/use-action.ts'
import { Card } from '../../frame/Page.tsx'

interface EmbeddingFormProps {
  settings: OrganizationSettingsEntry
  onSaved: (saved: OrganizationSettingsEntry) => void
}

/** Which sites may show embeds, which hosts workbooks may show, and what signed tokens of sites may do. */
export function EmbeddingForm({ settings, onSaved }: EmbeddingFormProps) {
  const { t } = useTranslation('organization')
  const [origins, setOrigins] = useState(settings.embedOrigins.join('\n'))
  const [hosts, setHosts] = useState(settings.contentHosts.join('\n'))
  const [creates, setCreates] = useState(settings.embedUserCreation)
  const [needsAudience, setNeedsAudience] = useState(settings.embedAudienceRequired)
  const [signsUrls, setSignsUrls] = useState(settings.embedUrlSigning)
  const [audiences, setAudiences] = useState((settings.embedAudiences ?? []).join('\n'))
  const [hours, setHours] = useState<number | null>(settings.embedTokenSeconds / 3600)
  const isLife = hours !== null && hours >= 1 && hours <= 720
  const seconds = isLife ? Math.round(hours * 3600) : settings.embedTokenSeconds
  const named = linesOf(audiences)
  const change: OrganizationSettingsChange = {
    ...(!isSame(linesOf(origins), settings.embedOrigins) && { embedOrigins: linesOf(origins) }),
    ...(!isSame(linesOf(hosts), settings.contentHosts) && { contentHosts: linesOf(hosts) }),
    ...(creates !== settings.embedUserCreation && { embedUserCreation: creates }),
    ...(needsAudience !== settings.embedAudienceRequired && { embedAudienceRequired: needsAudience }),
    ...(signsUrls !== settings.embedUrlSigning && { embedUrlSigning: signsUrls }),
    ...(!isSame(named, settings.embedAudiences ?? []) && { embedAudiences: named.length > 0 ? named : null }),
    ...(seconds !== settings.embedTokenSeconds && { embedTokenSeconds: seconds }),
  }
  const isChanged = Object.keys(change).length > 0
  const action = useAction(async () => {
    onSaved(await call<OrganizationSettingsEntry>('/v2/organizations/settings', { method: 'PATCH', body: change }))
    notify({ title: t('common.saved'), tone: 'done' })
  }, ['embedOrigins', 'contentHosts', 'embedAudiences'])
  const form = useProblemFocus<HTMLFormElement>(action)
  return (
    <Card>
      <form
        ref={form}
        className="flex flex-col gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && isLife) action.run()
        }}
      >
        <TextArea
          label={t('settings.embedOrigins')}
          hint={t('settings.embedOriginsHint')}
          error={action.problemOf('embedOrigins')}
          value={origins}
          onChange={setOrigins}
          rows={3}
        />
        <TextArea
          label={t('settings.contentHosts')}
          hint={t('settings.contentHostsHint')}
          error={action.problemOf('contentHosts')}
          value={hosts}
          onChange={setHosts}
          rows={3}
        />
        <SwitchRow
          label={t('settings.embedUserCreation')}
          text={t('settings.embedUserCreationText')}
          isOn={creates}
          onChange={setCreates}
        />
        <SwitchRow
          label={t('settings.embedAudienceRequired')}
          text={t('settings.embedAudienceRequiredText')}
          isOn={needsAudience}
          onChange={setNeedsAudience}
        />
        <TextArea
          label={t('settings.embedAudiences')}
          hint={t('settings.embedAudiencesHint')}
          error={action.problemOf('embedAudiences')}
          value={audiences}
          onChange={setAudiences}
          rows={2}
        />
        <Field label={t('settings.embedTokenHours')} error={isLife ? undefined : t('settings.embedTokenHoursWrong')}>
          {({ id }) => <NumberField id={id} value={hours} min={1} unit="h" className="max-w-40" onChange={setHours} />}
        </Field>
        <SwitchRow
          label={t('settings.embedUrlSigning')}
          text={t('settings.embedUrlSigningText')}
          isOn={signsUrls}
          onChange={setSignsUrls}
        />
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
        <Button look="primary" type="submit" className="self-start" disabled={!isChanged || !isLife || action.isBusy}>
          {t('common.save')}
        </Button>
      </form>
    </Card>
  )
}

/** The lines of a text, without empty ones. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, place) => each === other[place])
