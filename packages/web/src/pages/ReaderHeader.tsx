import type { FileEntry } from '@octavo/core/contract'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../formats.ts'
import { useSession } from '../session.ts'
import { timeInWords } from '../time-in-words.ts'
import { Button, buttonLook, IconButton, lazyPart, RefreshCw } from '../ui/index.ts'
import type { ReaderActionsProps } from './reader-actions-props.ts'
import { pageKey } from './use-address.ts'
import { useLinkKeys } from './use-link-keys.ts'
import { customViewKey } from './view-address.ts'
import { workbookAddress } from './workbook-address.ts'

/** The location and name of the workbook, and whether it is a draft or has a badge. */
export function ReaderTitle({ name, file }: { name: string; file: FileEntry | undefined }) {
  const { t } = useTranslation()
  const holders = file?.path.split('/').filter(Boolean) ?? []
  return (
    <>
      {holders.length > 0 && (
        <nav
          aria-label={t('workbook.place')}
          className="flex min-w-0 shrink items-center gap-1 text-muted max-md:hidden"
        >
          {file?.parentId ? (
            <Link
              to="/folder/$urlId"
              params={{ urlId: file.parentId }}
              className="truncate rounded-sm px-1 hover:bg-hover hover:text-ink"
            >
              {holders.at(-1)}
            </Link>
          ) : (
            <span className="truncate px-1">{holders.at(-1)}</span>
          )}
          <span aria-hidden className="text-faint">
            /
          </span>
        </nav>
      )}
      <h1 className="min-w-0 truncate font-semibold" title={name}>
        {name}
      </h1>
      {file?.badge && (
        <span className="shrink-0 rounded-sm bg-sunken px-1.5 text-2xs leading-5 text-muted max-sm:hidden">
          {file.badge}
        </span>
      )}
    </>
  )
}

/** Buttons with labels instead of icons; on a phone everything but Share is in one menu. */
export function ReaderActions(props: ReaderActionsProps) {
  const { name, file, canEdit, isBusy, updatedAt, onRefresh, onShare } = props
  const { t } = useTranslation()
  const session = useSession()
  const isWatching = session?.viewAs !== undefined && session.viewAs !== null
  return (
    <>
      <span className="flex shrink-0 items-center gap-1 max-lg:hidden">
        {updatedAt && <UpdatedText at={updatedAt} />}
      </span>
      <IconButton
        label={t('workbook.refresh')}
        icon={RefreshCw}
        size="small"
        isBusy={isBusy}
        className="max-sm:hidden"
        onClick={onRefresh}
      />
      <LateMenus {...props} part="export" />
      {file?.type === 'template' && (
        <Suspense>
          <UseTemplateButton template={file} />
        </Suspense>
      )}
      {file && (
        <Button look={canEdit ? 'secondary' : 'primary'} className="max-sm:hidden" onClick={onShare}>
          {t('workbook.share')}
        </Button>
      )}
      {props.customize && file && <CustomizeLink name={name} urlId={file.urlId} {...props.customize} />}
      {canEdit && file && !isWatching && <EditLink name={name} urlId={file.urlId} />}
      <LateMenus {...props} part="phone" />
    </>
  )
}

const UseTemplateButton = lazyPart(async () => {
  const [{ UseTemplateButton }] = await Promise.all([
    import('./home/UseTemplateButton.tsx'),
    import('../i18n/organization.ts'),
  ])
  return { default: UseTemplateButton }
})

const ReaderMenu = lazyPart(async () => ({ default: (await import('./ReaderMenu.tsx')).ReaderMenu }))

/** The menus of the bar are loaded once there is something to act on. */
function LateMenus(props: ReaderActionsProps & { part: 'export' | 'phone' }) {
  const space = props.part === 'phone' && <span className="size-control sm:hidden" />
  if (props.updatedAt === undefined) return space
  return (
    <Suspense fallback={space}>
      <ReaderMenu {...props} />
    </Suspense>
  )
}

function UpdatedText({ at }: { at: string }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(localeName())} className="text-xs text-muted">
      {t('workbook.updated', { when: timeInWords(at, Math.max(now, Date.parse(at))) })}
    </time>
  )
}

interface CustomizeLinkProps {
  name: string
  urlId: string
  exploreKey: string | undefined
  pageId: string
}

function CustomizeLink({ name, urlId, exploreKey, pageId }: CustomizeLinkProps) {
  const { t } = useTranslation()
  const organization = useSession()?.organization.slug ?? ''
  const { params } = workbookAddress(organization, name, urlId)
  const search = { [pageKey]: pageId, ...(exploreKey === undefined ? {} : { [customViewKey]: exploreKey }) }
  const link = useLinkKeys('x')
  return (
    <Link
      ref={link}
      to="/$org/workbook/$slug/explore"
      params={params}
      search={search}
      preload={false}
      className={`${buttonLook()} max-lg:hidden`}
    >
      {t('workbook.customize')}
    </Link>
  )
}

function EditLink({ name, urlId }: { name: string; urlId: string }) {
  const { t } = useTranslation()
  const organization = useSession()?.organization.slug ?? ''
  const { params } = workbookAddress(organization, name, urlId)
  const link = useLinkKeys('e')
  return (
    <>
      <Link
        ref={link}
        to="/$org/workbook/$slug/edit"
        params={params}
        className={`${buttonLook('primary')} max-lg:hidden`}
      >
        {t('workbook.edit')}
      </Link>
      <span className="text-xs text-muted max-md:hidden lg:hidden">{t('workbook.editNeedsWidth')}</span>
    </>
  )
}
