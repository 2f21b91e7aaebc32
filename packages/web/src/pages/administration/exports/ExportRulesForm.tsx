import type { ExportRules, ExportRulesChange } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Field, Remark, Select, SwitchRow, TextArea, TextField } from '../../../forms/index.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction, useProblemFocus } from '../../data/use-action.ts'
import { Card, Loaded } from '../../frame/Page.tsx'

const path = '/v2/organizations/settings/exports'

const rulesQuery = queryOptions({
  queryKey: ['organization', 'export-rules'],
  queryFn: ({ signal }) => call<ExportRules>(path, { signal }),
})

/** How often exports can be sent, to whom, and with whose rights data is read. */
export function ExportRulesForm() {
  const { t } = useTranslation('organization')
  const rules = useQuery(rulesQuery)
  return (
    <div className="max-w-3xl">
      <Loaded query={rules} title={t('exportRules.failed')}>
        {(entry) => <RulesForm key={JSON.stringify(entry)} rules={entry} />}
      </Loaded>
    </div>
  )
}

const intervals = [30, 60, 120, 240, 480, 720, 1440]

function RulesForm({ rules }: { rules: ExportRules }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [minutes, setMinutes] = useState(rules.minimumMinutes)
  const [domains, setDomains] = useState((rules.allowedDomains ?? []).join('\n'))
  const [sameTeamOnly, setTeamOnly] = useState(rules.sameTeamOnly)
  const [asRecipientOnly, setRecipientOnly] = useState(rules.asRecipientOnly)
  const [copy, setCopy] = useState(rules.blindCopy ?? '')
  const named = domains.split(/[\s,]+/).filter((domain) => domain !== '')
  const allowedDomains = named.length > 0 ? named : null
  const blindCopy = copy.trim() || null
  const change: ExportRulesChange = {
    ...(minutes !== rules.minimumMinutes && { minimumMinutes: minutes }),
    ...(named.join() !== (rules.allowedDomains ?? []).join() && { allowedDomains }),
    ...(sameTeamOnly !== rules.sameTeamOnly && { sameTeamOnly }),
    ...(asRecipientOnly !== rules.asRecipientOnly && { asRecipientOnly }),
    ...(blindCopy !== rules.blindCopy && { blindCopy }),
  }
  const isChanged = Object.keys(change).length > 0
  const action = useAction(async () => {
    const saved = await call<ExportRules>(path, { method: 'PATCH', body: change })
    queries.setQueryData(rulesQuery.queryKey, saved)
    notify({ title: t('common.saved'), tone: 'done' })
  }, ['allowedDomains', 'blindCopy'])
  const form = useProblemFocus<HTMLFormElement>(action)
  return (
    <Card className="!overflow-visible">
      <form
        ref={form}
        className="flex flex-col gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged) action.run()
        }}
      >
        <Field label={t('exportRules.frequency')} hint={t('exportRules.frequencyHint')}>
          {(field) => (
            <Select
              {...field}
              className="max-w-80"
              value={minutes === null ? '' : String(minutes)}
              onChange={(value) => setMinutes(value === '' ? null : Number(value))}
              options={intervalOptions(rules.minimumMinutes).map((each) => ({
                value: each === null ? '' : String(each),
                label: intervalWords(t, each),
              }))}
            />
          )}
        </Field>
        <TextArea
          label={t('exportRules.domains')}
          hint={t('exportRules.domainsHint')}
          error={action.problemOf('allowedDomains')}
          value={domains}
          onChange={setDomains}
          rows={3}
          spellCheck={false}
        />
        <SwitchRow
          label={t('exportRules.sameTeam')}
          text={t('exportRules.sameTeamText')}
          isOn={sameTeamOnly}
          onChange={setTeamOnly}
        />
        <SwitchRow
          label={t('exportRules.asRecipient')}
          text={t('exportRules.asRecipientText')}
          isOn={asRecipientOnly}
          onChange={setRecipientOnly}
        />
        <TextField
          label={t('exportRules.blindCopy')}
          hint={t('exportRules.blindCopyHint')}
          error={action.problemOf('blindCopy')}
          value={copy}
          onChange={setCopy}
          inputMode="email"
          autoComplete="off"
        />
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
        <Button look="primary" type="submit" className="self-start" disabled={!isChanged} isBusy={action.isBusy}>
          {t('common.save')}
        </Button>
      </form>
    </Card>
  )
}

/** The offered numbers, and the present one if it was set over the API. */
function intervalOptions(set: number | null): (number | null)[] {
  const all =
    set === null || intervals.includes(set) ? intervals : [...intervals, set].sort((one, other) => one - other)
  return [null, ...all]
}

type Words = ReturnType<typeof useTranslation<'organization'>>['t']

function intervalWords(t: Words, minutes: number | null): string {
  if (minutes === null) return t('exportRules.anyTime')
  if (minutes === 1440) return t('exportRules.daily')
  return minutes % 60 === 0
    ? t('exportRules.hours', { count: minutes / 60 })
    : t('exportRules.minutes', { count: minutes })
}
