import type { FileEntry } from '@octavo/core/contract'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, lazyPart, Menu, MenuItem, MenuSeparator } from '../../ui/index.ts'

const RenameDialog = lazyPart(async () => {
  const [{ RenameDialog }] = await Promise.all([
    import('../home/RenameDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: RenameDialog }
})
const MoveDialog = lazyPart(async () => {
  const [{ MoveDialog }] = await Promise.all([import('../home/MoveDialog.tsx'), import('../../i18n/organization.ts')])
  return { default: MoveDialog }
})
const TagDialog = lazyPart(async () => {
  const [{ TagDialog }] = await Promise.all([import('../home/TagDialog.tsx'), import('../../i18n/organization.ts')])
  return { default: TagDialog }
})

interface ModelMenuProps {
  name: string
  file: FileEntry | undefined
  params: { org: string; slug: string }
  onHistory: () => void
}

/** The name of the data model, and what can be done with it as a document. */
export function ModelMenu({ name, file, params, onHistory }: ModelMenuProps) {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'rename' | 'move' | 'tag'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        align="start"
        label={t('documentMenu', { name })}
        triggerClass="flex h-8 min-w-0 items-center gap-1 rounded-md px-2 font-semibold hover:bg-hover data-popup-open:bg-hover"
        trigger={
          <>
            <h1 className="truncate">{name}</h1>
            <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
          </>
        }
      >
        {file && <MenuItem onSelect={() => setOpen('rename')}>{t('rename')}</MenuItem>}
        {file && <MenuItem onSelect={() => setOpen('move')}>{t('move')}</MenuItem>}
        <MenuItem onSelect={onHistory}>{t('versionHistory')}</MenuItem>
        {file && <MenuItem onSelect={() => setOpen('tag')}>{t('tags')}</MenuItem>}
        <MenuSeparator />
        <MenuItem onSelect={() => void navigate({ to: '/$org/data-model/$slug', params })}>
          {t('goToPublished')}
        </MenuItem>
      </Menu>
      <Suspense>
        {open === 'rename' && file && <RenameDialog file={file} onClose={close} />}
        {open === 'move' && file && <MoveDialog files={[file]} action="move" onClose={close} onDone={close} />}
        {open === 'tag' && file && <TagDialog file={file} onClose={close} />}
      </Suspense>
    </>
  )
}
