import type { FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { timeInWords } from '../../time-in-words.ts'
import { buttonLook, Database, type Icon, IconButton, Notebook, UserPlus, X } from '../../ui/index.ts'
import { allDocumentsQuery, recentsQuery } from '../data/files.ts'
import { useMaySee } from '../frame/Navigation.tsx'
import { administrationGroups } from '../frame/sections.ts'
import { workbookAddress } from '../workbook-address.ts'
import { CardPicture } from './CardPicture.tsx'

const dismissedKey = 'octavo-first-steps-closed'
const mostCards = 4

/** The recently used workbooks; for new members, the first steps. */
export function ContinueCards() {
  const { t } = useTranslation('organization')
  const session = useSession()
  const recents = useQuery(recentsQuery(session?.member.memberId ?? ''))
  if (!recents.data || !session) return null
  const workbooks = recents.data.entries.filter(({ type, isArchived }) => type === 'workbook' && !isArchived)
  if (workbooks.length === 0) return <FirstSteps />
  return (
    <section aria-labelledby="continue" className="mb-6">
      <h2 id="continue" className="mb-2 text-xs font-medium text-muted">
        {t('home.continue')}
      </h2>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {workbooks.slice(0, mostCards).map((file) => (
          <li key={file.id} className="relative rounded-lg border border-line bg-surface hover:border-line-strong">
            <CardPicture workbookId={file.id} version={file.updatedAt} />
            <div className="flex items-center gap-3 px-4 py-3">
              <Notebook className="size-5 shrink-0 text-muted" />
              <div className="min-w-0">
                <Link
                  {...workbookAddress(session.organization.slug, file.name, file.urlId)}
                  className="block truncate font-medium after:absolute after:inset-0 after:rounded-lg hover:underline"
                >
                  {file.name}
                </Link>
                <p className="truncate text-xs text-muted">
                  {t('home.openedAt', { when: timeInWords(file.lastInteractionAt ?? file.updatedAt, Date.now()) })}
                </p>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a new member can start with. Each step has one button; the row can be closed for good. */
function FirstSteps() {
  const { t } = useTranslation('organization')
  const session = useSession()
  const may = useMaySee()
  const samples = useQuery(allDocumentsQuery('', 'workbooks'))
  const [isClosed, setClosed] = useState(() => localStorage.getItem(dismissedKey) === 'true')
  const sample = samples.data?.entries[0]
  const canSee = (to: string) =>
    administrationGroups.flatMap(({ sections }) => sections).some((section) => section.to === to && may(section))
  if (isClosed || !session) return null
  const steps = [
    sample && <SampleStep key="sample" file={sample} organization={session.organization.slug} />,
    canSee('/administration/connections') && <ConnectStep key="connect" />,
    canSee('/administration/members') && <InviteStep key="invite" />,
  ].filter(Boolean)
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="first-steps" className="mb-6">
      <div className="mb-1 flex items-center justify-between">
        <h2 id="first-steps" className="text-xs font-medium text-muted">
          {t('firstSteps.title')}
        </h2>
        <IconButton
          label={t('firstSteps.close')}
          icon={X}
          size="small"
          onClick={() => {
            localStorage.setItem(dismissedKey, 'true')
            setClosed(true)
          }}
        />
      </div>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">{steps}</ul>
    </section>
  )
}

function SampleStep({ file, organization }: { file: FileEntry; organization: string }) {
  const { t } = useTranslation('organization')
  return (
    <Step
      icon={Notebook}
      title={t('firstSteps.sample', { name: file.name })}
      text={t('firstSteps.sampleText')}
      action={
        <Link {...workbookAddress(organization, file.name, file.urlId)} className={buttonLook()}>
          {t('firstSteps.sampleAction')}
        </Link>
      }
    />
  )
}

function ConnectStep() {
  const { t } = useTranslation('organization')
  return (
    <Step
      icon={Database}
      title={t('firstSteps.connect')}
      text={t('firstSteps.connectText')}
      action={
        <Link to="/administration/connections" search={{ new: '1' }} className={buttonLook()}>
          {t('firstSteps.connectAction')}
        </Link>
      }
    />
  )
}

function InviteStep() {
  const { t } = useTranslation('organization')
  return (
    <Step
      icon={UserPlus}
      title={t('firstSteps.invite')}
      text={t('firstSteps.inviteText')}
      action={
        <Link to="/administration/members" className={buttonLook()}>
          {t('firstSteps.inviteAction')}
        </Link>
      }
    />
  )
}

interface StepProps {
  icon: Icon
  title: string
  text: string
  action: ReactNode
}

function Step({ icon: Drawn, title, text, action }: StepProps) {
  return (
    <li className="flex min-h-30 flex-col rounded-lg border border-line bg-surface p-4">
      <p className="flex items-center gap-2 font-semibold">
        <Drawn className="shrink-0 text-muted" /> {title}
      </p>
      <p className="mt-1 mb-3 text-muted">{text}</p>
      <div className="mt-auto">{action}</div>
    </li>
  )
}
