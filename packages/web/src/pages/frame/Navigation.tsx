import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleHelp,
  classNames,
  type Icon,
  IconButton,
  Layers,
  Plus,
  Shield,
} from '../../ui/index.ts'
import { AccountMenu } from '../AccountMenu.tsx'
import { accessRequestCountQuery } from '../data/access-requests.ts'
import { workspacesQuery } from '../data/files.ts'
import { useMay } from '../data/people.ts'
import { tagRequestCountQuery } from '../data/tag-requests.ts'
import type { DropTarget } from '../home/drop-target.ts'
import { useFileDrop } from '../home/file-drag.ts'
import { NewHolderDialog } from '../home/RenameDialog.tsx'
import {
  accessRequestsSection,
  administrationGroups,
  archiveSection,
  dataSections,
  homeSections,
  requestsSection,
  type Section,
} from './sections.ts'

interface NavigationProps {
  /** Administration has a separate list. */
  isAdministration: boolean
  onChoose?: () => void
}

/** The navigation of the app: documents, or the pages of administration that the reader can use. */
export function Navigation({ isAdministration, onChoose }: NavigationProps) {
  const { t } = useTranslation('organization')
  const organization = useSession()?.organization.name ?? ''
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Link to="/" className="flex h-header shrink-0 items-center gap-2 px-4">
        <img src="/favicon.svg" alt="" className="size-6" />
        <span className="min-w-0 truncate font-semibold">{organization}</span>
      </Link>
      <nav aria-label={t('frame.navigation')} className="min-h-0 grow overflow-y-auto px-2 py-2 scroll-quiet">
        {isAdministration ? <AdministrationPlaces onChoose={onChoose} /> : <Places onChoose={onChoose} />}
      </nav>
      <div className="shrink-0 border-t border-line p-2">
        {!isAdministration && <AdministrationLink onChoose={onChoose} />}
        <a href="/docs" target="_blank" rel="noreferrer" className={itemLook}>
          <CircleHelp className="shrink-0" />
          <span className="truncate">{t('frame.help')}</span>
        </a>
        <AccountMenu
          side="top"
          triggerClass="flex h-10 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover data-popup-open:bg-pressed"
          trigger={(name, initials) => (
            <>
              <span
                aria-hidden
                data-initials={initials}
                className="grid size-6 shrink-0 place-items-center rounded-full bg-pressed text-2xs font-semibold before:content-[attr(data-initials)]"
              />
              <span className="min-w-0 grow truncate">{name}</span>
              <ChevronDown className="shrink-0 text-muted" />
            </>
          )}
        />
      </div>
    </div>
  )
}

type Choosing = { onChoose: (() => void) | undefined }

function Places({ onChoose }: Choosing) {
  const { t } = useTranslation('organization')
  const requests = useQuery(tagRequestCountQuery)
  const access = useQuery(accessRequestCountQuery)
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-0.5">
        {homeSections.map((section) => (
          <SectionLink key={section.to} section={section} onChoose={onChoose} />
        ))}
        {(requests.data?.all ?? 0) > 0 && (
          <SectionLink section={requestsSection} count={requests.data?.pending} onChoose={onChoose} />
        )}
        {(access.data?.all ?? 0) > 0 && (
          <SectionLink section={accessRequestsSection} count={access.data?.pending} onChoose={onChoose} />
        )}
        <SectionLink section={archiveSection} onChoose={onChoose} />
      </ul>
      <WorkspaceList onChoose={onChoose} />
      <Group id="places-data" label={t('groups.data')}>
        {dataSections.map((section) => (
          <SectionLink key={section.to} section={section} onChoose={onChoose} />
        ))}
      </Group>
    </div>
  )
}

/** The page of workspaces lists more than these. */
const shownWorkspaces = 30

function WorkspaceList({ onChoose }: Choosing) {
  const { t } = useTranslation('organization')
  const may = useMay()
  const workspaces = useQuery(workspacesQuery)
  const [isNew, setNew] = useState(false)
  const entries = workspaces.data?.entries ?? []
  return (
    <Group
      id="places-workspaces"
      label={
        <Link to="/workspaces" className="rounded-sm hover:text-ink" onClick={() => onChoose?.()}>
          {t('sections.workspaces')}
        </Link>
      }
      action={
        may('create-workspaces') && (
          <IconButton label={t('files.newWorkspace')} icon={Plus} size="cell" onClick={() => setNew(true)} />
        )
      }
    >
      {entries.slice(0, shownWorkspaces).map((workspace) => (
        <li key={workspace.id}>
          <PlaceLink
            to="/folder/$urlId"
            params={{ urlId: workspace.urlId }}
            icon={Layers}
            target={workspace}
            onChoose={onChoose}
          >
            {workspace.name}
          </PlaceLink>
        </li>
      ))}
      {entries.length > shownWorkspaces && (
        <li>
          <PlaceLink to="/workspaces" icon={ChevronRight} target={null} onChoose={onChoose}>
            {t('frame.allWorkspaces', { count: entries.length })}
          </PlaceLink>
        </li>
      )}
      {isNew && <NewHolderDialog parentId={null} onClose={() => setNew(false)} />}
    </Group>
  )
}

function AdministrationPlaces({ onChoose }: Choosing) {
  const { t } = useTranslation('organization')
  const may = useMaySee()
  return (
    <div className="flex flex-col gap-4">
      <Link to="/" className={itemLook} onClick={() => onChoose?.()}>
        <ChevronLeft className="shrink-0" />
        <span className="truncate">{t('frame.backHome')}</span>
      </Link>
      {administrationGroups
        .map((group) => ({ ...group, sections: group.sections.filter(may) }))
        .filter(({ sections }) => sections.length > 0)
        .map(({ label, sections }) => (
          <Group key={label} id={`places-${label.replace('.', '-')}`} label={t(label)}>
            {sections.map((section) => (
              <SectionLink key={section.to} section={section} onChoose={onChoose} />
            ))}
          </Group>
        ))}
    </div>
  )
}

/** Links to the first page of administration that the reader can use. */
function AdministrationLink({ onChoose }: Choosing) {
  const { t } = useTranslation('organization')
  const may = useMaySee()
  const first = administrationGroups.flatMap(({ sections }) => sections).find(may)
  if (!first) return null
  return (
    <Link to={first.to} className={itemLook} onClick={() => onChoose?.()}>
      <Shield className="shrink-0" />
      <span className="truncate">{t('frame.administration')}</span>
    </Link>
  )
}

/** The pages that the reader can use. */
export function useMaySee(): (section: Section) => boolean {
  const member = useSession()?.member
  return (section) =>
    member !== undefined &&
    (member.isAdmin || (section.needs ?? []).some((feature) => member.permissions.includes(feature)))
}

interface GroupProps {
  id: string
  label: ReactNode
  action?: ReactNode
  children: ReactNode
}

function Group({ id, label, action, children }: GroupProps) {
  return (
    <div>
      <div className="flex h-7 items-center justify-between pr-1 pl-2">
        <h2 id={id} className="text-xs font-medium text-muted">
          {label}
        </h2>
        {action}
      </div>
      <ul aria-labelledby={id} className="flex flex-col gap-0.5">
        {children}
      </ul>
    </div>
  )
}

const itemLook =
  'flex h-item items-center gap-2 rounded-md px-2 text-ink hover:bg-hover [&>svg]:text-muted data-[status=active]:bg-pressed data-[status=active]:font-medium data-[status=active]:[&>svg]:text-ink data-dropping:outline-2 data-dropping:-outline-offset-2 data-dropping:outline-focus'

interface SectionLinkProps {
  section: Section
  /** The number of things that wait there. */
  count?: number | undefined
  onChoose: (() => void) | undefined
}

function SectionLink({ section, count = 0, onChoose }: SectionLinkProps) {
  const { t } = useTranslation('organization')
  const { to, label, icon } = section
  return (
    <li>
      <PlaceLink
        to={to}
        icon={icon}
        target={to === '/my-documents' ? 'home' : null}
        isExact={to === '/'}
        count={count}
        onChoose={onChoose}
      >
        {t(label)}
      </PlaceLink>
    </li>
  )
}

interface PlaceLinkProps {
  to: string
  params?: Record<string, string>
  icon: Icon
  /** Where files are moved that are dropped on it. */
  target: DropTarget
  isExact?: boolean
  count?: number
  onChoose: (() => void) | undefined
  children: ReactNode
}

function PlaceLink({
  to,
  params,
  icon: Drawn,
  target,
  isExact = false,
  count = 0,
  onChoose,
  children,
}: PlaceLinkProps) {
  const drop = useFileDrop(target)
  return (
    <Link
      to={to}
      {...(params && { params })}
      activeOptions={{ exact: isExact, includeSearch: false }}
      onClick={() => onChoose?.()}
      {...drop}
      className={itemLook}
    >
      <Drawn className="shrink-0" />
      <span className="truncate">{children}</span>
      {count > 0 && (
        <span
          className={classNames(
            'ml-auto rounded-full bg-warning-soft px-1.5 text-2xs font-medium text-warning tabular',
          )}
        >
          {count}
        </span>
      )}
    </Link>
  )
}
