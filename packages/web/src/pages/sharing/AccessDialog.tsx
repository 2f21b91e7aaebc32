import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmbedded } from '../../embedded.ts'
import { type Choice, Remark, Select } from '../../forms/index.ts'
import { ArrowRight, Button, Dialog } from '../../ui/index.ts'
import { useMay } from '../data/people.ts'
import { useAction } from '../data/use-action.ts'
import { Loaded } from '../frame/Page.tsx'
import { AccessList } from './AccessList.tsx'
import { accessQuery, refreshAccess, share } from './access.ts'
import { type Level, levelKey, levelsOf, type Shared } from './levels.ts'
import { MemberAccessPanel } from './MemberAccessPanel.tsx'
import { PendingRequests } from './PendingRequests.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import { granteeOf, useGranteeChoices, useMemberChoices } from './people-choices.ts'
import { VersionGrants } from './VersionGrants.tsx'
import { levelsOfVersion, useTagChoices } from './version-tags.ts'

interface AccessDialogProps {
  target: Shared & { permission?: string }
  /** Set if the reader's level does not decide it. */
  mayChange?: boolean
  /** The member whose access is explained first. */
  about?: string | undefined
  onClose: () => void
}

/** Lists who has access, at which level and why, with commands to change it and to explain the access of one member. */
export function AccessDialog(props: AccessDialogProps) {
  const { target, mayChange = target.permission === 'edit', about, onClose } = props
  const { t } = useTranslation('organization')
  const may = useMay()
  const mayShare = mayChange && (target.type === 'connection' || may('share-documents'))
  /** The member whose access is explained; null for the list. */
  const [asked, setAsked] = useState<{ memberId: string | null } | null>(
    about === undefined ? null : { memberId: about },
  )
  return (
    <Dialog
      size="form"
      title={t(asked ? 'why.title' : 'sharing.title', { name: target.name })}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      actions={
        asked ? (
          <Button onClick={() => setAsked(null)}>{t('why.back')}</Button>
        ) : (
          <Button look="quiet" className="mr-auto" onClick={() => setAsked({ memberId: null })}>
            {t('why.open')} <ArrowRight className="size-4" />
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {asked ? (
          <WhyPanel target={target} memberId={asked.memberId} />
        ) : (
          <>
            {mayShare && target.type !== 'connection' && <PendingRequests target={target} />}
            {mayShare ? <ShareForm target={target} /> : <Remark>{t('sharing.mayNotShare')}</Remark>}
            {/* In an embed no other members are known, and the server does not reveal who has access. */}
            {!isEmbedded && (
              <WhoHasAccess target={target} mayShare={mayShare} onWhy={(memberId) => setAsked({ memberId })} />
            )}
            {target.type !== 'connection' && <VersionGrants target={target} mayShare={mayShare} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

interface WhoHasAccessProps {
  target: Shared
  mayShare: boolean
  onWhy: (memberId: string) => void
}

function WhoHasAccess({ target, mayShare, onWhy }: WhoHasAccessProps) {
  const { t } = useTranslation('organization')
  const access = useQuery(accessQuery(target))
  return (
    <section aria-labelledby="access-list">
      <h3 id="access-list" className="mb-2 font-medium">
        {t('sharing.whoHasAccess')}
      </h3>
      <Loaded query={access} title={t('sharing.failed')}>
        {({ entries }) => <AccessList target={target} entries={entries} mayShare={mayShare} onWhy={onWhy} />}
      </Loaded>
      <p className="mt-2 text-xs text-muted">{t('sharing.adminsToo')}</p>
    </section>
  )
}

function WhyPanel({ target, memberId }: { target: Shared; memberId: string | null }) {
  const { t } = useTranslation('organization')
  const asked = useMemberChoices()
  const [chosen, setChosen] = useState<Choice[]>()
  const known = asked.choices.find(({ value }) => value === memberId)
  const people = chosen ?? (known ? [known] : [])
  const [person] = people
  return (
    <>
      <PeoplePicker people={asked} label={t('why.person')} chosen={people} onChange={setChosen} isSingle />
      {person ? (
        <MemberAccessPanel target={target} memberId={person.value} />
      ) : (
        <p className="text-muted">{t('why.lead')}</p>
      )}
    </>
  )
}

function ShareForm({ target }: { target: Shared }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const people = useGranteeChoices()
  const isFolder = target.type === 'folder' || target.type === 'workspace'
  const [chosen, setChosen] = useState<Choice[]>([])
  const tags = useTagChoices(target)
  /** Empty for access to all versions. */
  const [tagId, setTagId] = useState('')
  const levels = tagId === '' ? levelsOf(target.type) : levelsOfVersion(target.type)
  const [wanted, setLevel] = useState<Level>('explore')
  const level = levels.includes(wanted) ? wanted : (levels[0] ?? 'view')
  const action = useAction(async () => {
    const grantees = chosen.map(({ value }) => granteeOf(value))
    try {
      await share(target, grantees, level, tagId)
      setChosen([])
    } finally {
      await refreshAccess(queries)
    }
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) action.run()
      }}
    >
      <PeoplePicker
        people={people}
        label={t('sharing.with')}
        placeholder={t('sharing.placeholder')}
        chosen={chosen}
        onChange={setChosen}
      />
      {tags.length > 0 && (
        <Select
          label={t('sharing.version')}
          prefix={t('sharing.version')}
          value={tagId}
          onChange={setTagId}
          options={[
            { value: '', label: t('sharing.allVersions'), text: t('sharing.allVersionsText') },
            ...tags.map(({ id, name }) => ({
              value: id,
              label: name,
              text: t(isFolder ? 'sharing.taggedBelow' : 'sharing.taggedOnly'),
            })),
          ]}
        />
      )}
      <div className="flex gap-2">
        <div className="grow">
          <Select
            label={t('sharing.level')}
            value={level}
            onChange={setLevel}
            options={levels.map((each) => ({
              value: each,
              label: t(`level.${levelKey(target.type, each)}`),
              text: t(`levelText.${levelKey(target.type, each)}`),
            }))}
          />
        </div>
        <Button look="primary" type="submit" disabled={chosen.length === 0 || action.isBusy}>
          {t('sharing.share')}
        </Button>
      </div>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
    </form>
  )
}
