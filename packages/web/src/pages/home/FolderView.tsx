import type { FileEntry } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../formats.ts'
import { useSession } from '../../session.ts'
import { Button, Folder, FolderPlus, Message, Search, Users } from '../../ui/index.ts'
import { fileQuery, folderQuery, holdersOf, myHomeQuery, takesFiles } from '../data/files.ts'
import { useMay } from '../data/people.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { type Crumb, crumbLook, crumbTo } from '../frame/Trail.tsx'
import { AccessDialog } from '../sharing/AccessDialog.tsx'
import { FileTable } from './FileTable.tsx'
import { useFileDrop } from './file-drag.ts'
import { NewHolderDialog } from './RenameDialog.tsx'
import { SearchField } from './SearchField.tsx'

/** A folder or workspace by its address. */
export function FolderPage() {
  const { t } = useTranslation('organization')
  const { urlId } = useParams({ strict: false })
  const memberId = useSession()?.member.memberId ?? ''
  const folder = useQuery(fileQuery(urlId ?? ''))
  const home = useQuery(myHomeQuery(memberId))
  return (
    <Loaded query={folder} title={t('home.folderFailed')}>
      {(file) => <FolderView key={file.id} folder={file} isHome={file.id === home.data} />}
    </Loaded>
  )
}

/** My documents of the reader. */
export function MyDocuments() {
  const { t } = useTranslation('organization')
  const memberId = useSession()?.member.memberId ?? ''
  const home = useQuery(myHomeQuery(memberId))
  const folder = useQuery({ ...fileQuery(home.data ?? ''), enabled: home.data !== undefined })
  const query = home.isError ? home : folder
  return (
    <Loaded query={{ ...query, data: folder.data }} title={t('home.failed')}>
      {(file) => <FolderView folder={file} isHome />}
    </Loaded>
  )
}

function FolderView({ folder, isHome }: { folder: FileEntry; isHome: boolean }) {
  const { t } = useTranslation('organization')
  const may = useMay()
  const contents = useQuery(folderQuery(folder.id))
  const [text, setText] = useState('')
  const [task, setTask] = useState<'folder' | 'share' | null>(null)
  const wanted = text.trim().toLocaleLowerCase()
  const name = isHome ? t('sections.mine') : folder.name
  const crumbs = useCrumbs(folder, isHome)
  const mayAdd = takesFiles(folder) && may('create-folders')
  return (
    <Page
      title={name}
      lead={isHome ? t('home.mineLead') : folder.description}
      crumbs={crumbs}
      actions={
        <>
          <SearchField label={t('home.filter')} value={text} onChange={setText} className="w-48" />
          {!isHome && (
            <Button icon={Users} onClick={() => setTask('share')}>
              {t('sharing.open')}
            </Button>
          )}
          {mayAdd && (
            <Button icon={FolderPlus} onClick={() => setTask('folder')}>
              {t('files.newFolder')}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={contents} title={t('home.failed')}>
        {({ entries, isWhole, total }) => {
          const found = entries.filter((file) => file.name.toLocaleLowerCase().includes(wanted))
          if (found.length === 0) {
            return (
              <Card>
                <Message
                  icon={wanted ? Search : Folder}
                  className="py-16"
                  title={wanted ? t('common.nothingTitle', { text: text.trim() }) : t('home.folderEmpty')}
                  text={wanted ? t('common.nothingText') : mayAdd ? t('home.folderEmptyText') : undefined}
                  actions={
                    wanted ? (
                      <Button onClick={() => setText('')}>{t('common.clear', { ns: 'translation' })}</Button>
                    ) : (
                      mayAdd && <Button onClick={() => setTask('folder')}>{t('files.newFolder')}</Button>
                    )
                  }
                />
              </Card>
            )
          }
          return (
            <>
              <FileTable files={found} label={name} />
              {!isWhole && (
                <p className="mt-3 text-xs text-muted">
                  {t('home.part', { count: entries.length, total: total.toLocaleString(localeName()) })}
                </p>
              )}
            </>
          )
        }}
      </Loaded>
      {task === 'folder' && <NewHolderDialog parentId={folder.id} onClose={() => setTask(null)} />}
      {task === 'share' && <AccessDialog target={folder} onClose={() => setTask(null)} />}
    </Page>
  )
}

/** The folders around a file, each a place to drop files on. */
function useCrumbs(file: FileEntry, isHome: boolean): Crumb[] {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const memberId = useSession()?.member.memberId ?? ''
  const home = useQuery(myHomeQuery(memberId))
  const holders = useQuery({
    queryKey: ['files', 'holders', file.id],
    queryFn: () => holdersOf(queries, file),
    enabled: !isHome,
  })
  if (isHome) return []
  const isInHome = holders.data?.[0]?.id === home.data && home.data !== undefined
  return [
    ...(isInHome ? [] : [crumbTo('/workspaces', t('sections.workspaces'))]),
    ...(holders.data ?? []).map((holder) => ({
      key: holder.id,
      content: <HolderLink holder={holder} name={holder.id === home.data ? t('sections.mine') : holder.name} />,
    })),
  ]
}

function HolderLink({ holder, name }: { holder: FileEntry; name: string }) {
  const drop = useFileDrop(takesFiles(holder) ? holder : null)
  return (
    <Link
      to="/folder/$urlId"
      params={{ urlId: holder.urlId }}
      {...drop}
      className={`${crumbLook} data-dropping:bg-accent-soft data-dropping:outline-2 data-dropping:outline-focus`}
    >
      {name}
    </Link>
  )
}
