import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allDocumentsQuery } from '../pages/data/files.ts'
import { documentPathname } from '../pages/document-pathname.ts'
import { useSession } from '../session.ts'
import { buttonLook, Folder, Menu, MenuGroup, MenuItem } from '../ui/index.ts'
import '../i18n/embedding.ts'

/** The other workbooks that the reader may open, by the folders that hold them. */
export function FolderMenu({ side }: { side: 'top' | 'bottom' }) {
  const { t } = useTranslation('embedding')
  return (
    <Menu
      label={t('folders')}
      hasTooltip
      side={side}
      triggerClass={buttonLook('quiet', true)}
      trigger={<Folder className="size-4" aria-hidden />}
    >
      <Workbooks />
    </Menu>
  )
}

function Workbooks() {
  const { t } = useTranslation('embedding')
  const navigate = useNavigate()
  const organization = useSession()?.organization.slug ?? ''
  const { data, isPending } = useQuery(allDocumentsQuery('', 'workbooks'))
  const files = data?.entries ?? []
  if (files.length === 0)
    return isPending ? null : (
      <MenuItem isDisabled onSelect={() => undefined}>
        {t('noWorkbooks')}
      </MenuItem>
    )
  const folders = Map.groupBy(files, ({ path }) => path)
  return [...folders].map(([path, held]) => (
    <MenuGroup key={path} label={path.replaceAll('/', ' / ')}>
      {held.map((file) => (
        <MenuItem
          key={file.id}
          onSelect={() => {
            const address = documentPathname(organization, { ...file, id: file.urlId })
            if (address !== null) void navigate({ href: address })
          }}
        >
          <span className="truncate">{file.name}</span>
        </MenuItem>
      ))}
    </MenuGroup>
  ))
}
