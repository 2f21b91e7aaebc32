import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Command, CommandPalette } from '../../forms/index.ts'
import { chooseTheme } from '../../theme.ts'
import { Moon, Plus, Sun } from '../../ui/index.ts'
import { useNewWorkbook } from '../home/new-workbook.ts'
import { useMaySee } from './Navigation.tsx'
import { administrationGroups, archiveSection, dataSections, homeSections } from './sections.ts'
import { useContentCommands } from './use-content-commands.ts'
import { useDocumentCommands } from './use-document-commands.ts'

interface PaletteProps {
  search: string
  onSearch: (search: string) => void
  onClose: () => void
}

/** Documents, places and actions by their names. */
export function Palette({ search, onSearch: setSearch, onClose }: PaletteProps) {
  const { t } = useTranslation('organization')
  const groups = { recent: t('sections.recent'), documents: t('palette.documents') }
  const documents = useDocumentCommands(search, groups)
  const contents = useContentCommands(search, {
    group: t('search.inContents'),
    everywhere: (text) => t('search.everywhere', { text }),
  })
  const places = usePlaceCommands()
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      commands={[...documents.commands, ...places, ...contents.commands]}
      search={search}
      onSearch={setSearch}
      isSearching={documents.isSearching || contents.isSearching}
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
