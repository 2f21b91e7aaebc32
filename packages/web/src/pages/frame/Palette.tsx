import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, CommandPalette } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { chooseTheme } from '../../theme.ts'
import { Database, Folder, Moon, Notebook, Plus, Sun } from '../../ui/index.ts'
import { allDocumentsQuery, opensAsWorkbook, recentsQuery } from '../data/files.ts'
import { documentPathname } from '../document-pathname.ts'
import { useNewWorkbook } from '../home/new-workbook.ts'
import { useMaySee } from './Navigation.tsx'
import { administrationGroups, archiveSection, dataSections, homeSections } from './sections.ts'

/** How many documents are offered; typing asks the server. */
const shownDocuments = 8

interface PaletteProps {
  search: string
  onSearch: (search: string) => void
  onClose: () => void
}

/** Documents, places and actions by their names. */
export function Palette({ search, onSearch: setSearch, onClose }: PaletteProps) {
  const { t } = useTranslation('organization')
  const name = useDeferredValue(search.trim())
  const session = useSession()
  const recents = useQuery(recentsQuery(session?.member.memberId ?? ''))
  const documents = useQuery({ ...allDocumentsQuery(name), placeholderData: (before) => before })
  const places = usePlaceCommands()
  const navigate = useNavigate()
  const recentIds = new Set(recents.data?.entries.map(({ id }) => id))
  const found = [
    ...(name === ''
      ? (recents.data?.entries ?? []).slice(0, shownDocuments).map((file) => ({ file, isRecent: true }))
      : []),
    ...(documents.data?.entries ?? [])
      .filter(({ id }) => name !== '' || !recentIds.has(id))
      .slice(0, shownDocuments)
      .map((file) => ({ file, isRecent: false })),
  ]
  const commands: Command[] = [
    ...found.map(({ file, isRecent }) => ({
      id: file.id,
      label: file.name,
      group: isRecent ? t('sections.recent') : t('palette.documents'),
      icon: opensAsWorkbook(file) ? Notebook : file.type === 'folder' ? Folder : Database,
      hint: file.path.replaceAll('/', ' / '),
      run: (inNewTab: boolean) => {
        const address = documentPathname(session?.organization.slug ?? '', { ...file, id: file.urlId })
        if (address === null) return void navigate({ to: '/folder/$urlId', params: { urlId: file.parentId } })
        if (inNewTab) open(address, '_blank', 'noopener')
        else void navigate({ href: address })
      },
    })),
    ...places,
  ]
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      commands={commands}
      search={search}
      onSearch={setSearch}
      isSearching={documents.isFetching}
    />
  )
}

function usePlaceCommands(): Command[] {
  const { t } = useTranslation('organization')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const may = useMaySee()
  const { create } = useNewWorkbook()
  const go = (to: string) => (inNewTab: boolean) => {
    if (inNewTab) open(to, '_blank', 'noopener')
    else void navigate({ to })
  }
  const places = (sections: typeof homeSections, group: string) =>
    sections.map(({ to, label, icon }) => ({ id: to, label: t(label), group, icon, run: go(to) }))
  return [
    { id: 'new', label: t('newDocument.workbook'), group: t('palette.actions'), icon: Plus, run: () => create() },
    ...places([...homeSections, archiveSection], t('frame.navigation')),
    ...places(dataSections, t('groups.data')),
    ...places(administrationGroups.flatMap(({ sections }) => sections).filter(may), t('frame.administration')),
    {
      id: 'light',
      label: t('palette.theme', { theme: common('shell.light') }),
      group: t('palette.settings'),
      icon: Sun,
      run: () => chooseTheme('light'),
    },
    {
      id: 'dark',
      label: t('palette.theme', { theme: common('shell.dark') }),
      group: t('palette.settings'),
      icon: Moon,
      run: () => chooseTheme('dark'),
    },
  ]
}
