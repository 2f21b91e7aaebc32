import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { classNames } from '../../ui/index.ts'
import { tagRequestCountQuery } from '../data/tag-requests.ts'
import { useFileDrop } from '../home/file-drag.ts'
import { administrationSections, homeSections, requestsSection, type Section } from './sections.ts'

/** The places of the app. Administration shows only what the reader may do. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('organization')
  const member = useSession()?.member
  const may = (section: Section) =>
    member !== undefined &&
    (member.isAdmin || (section.needs ?? []).some((feature) => member.permissions.includes(feature)))
  const administration = administrationSections.filter(may)
  const requests = useQuery(tagRequestCountQuery)
  return (
    <nav aria-label={t('frame.navigation')} className="flex flex-col gap-5 px-2 py-4">
      <ul className="flex flex-col gap-0.5">
        {homeSections.map((section) => (
          <SectionLink key={section.to} section={section} onChoose={onChoose} />
        ))}
        {(requests.data?.all ?? 0) > 0 && (
          <SectionLink section={requestsSection} count={requests.data?.pending} onChoose={onChoose} />
        )}
      </ul>
      {administration.length > 0 && (
        <div>
          <h2 id="administration" className="px-2.5 pb-1.5 text-xs font-medium text-muted">
            {t('frame.administration')}
          </h2>
          <ul aria-labelledby="administration" className="flex flex-col gap-0.5">
            {administration.map((section) => (
              <SectionLink key={section.to} section={section} onChoose={onChoose} />
            ))}
          </ul>
        </div>
      )}
    </nav>
  )
}

interface SectionLinkProps {
  section: Section
  /** What waits there. */
  count?: number | undefined
  onChoose: (() => void) | undefined
}

function SectionLink({ section, count = 0, onChoose }: SectionLinkProps) {
  const { t } = useTranslation('organization')
  const { to, label, icon: Icon } = section
  const drop = useFileDrop(to === '/my-documents' ? 'home' : null)
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        onClick={() => onChoose?.()}
        {...drop}
        className={classNames(
          'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-ink',
          'data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent-text',
          'data-dropping:outline-2 data-dropping:-outline-offset-2 data-dropping:outline-focus',
        )}
      >
        <Icon className="size-4 shrink-0" />
        <span className="truncate">{t(label)}</span>
        {count > 0 && (
          <span className="ml-auto rounded-full bg-accent px-1.5 text-2xs font-medium text-on-accent tabular">
            {count}
          </span>
        )}
      </Link>
    </li>
  )
}
