import type { FileEntry } from '@octavo/core/contract'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
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

type OpenDialog = 'rename' | 'move'

/** The name of the workbook, and what can be done with it as a document. */
export function DocumentMenu({ name, file }: { name: string; file: FileEntry | undefined }) {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const { org, slug } = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  const [open, setOpen] = useState<OpenDialog>()
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
        <MenuSeparator />
        <MenuItem onSelect={() => void navigate({ to: '/$org/workbook/$slug', params: { org, slug } })}>
          {t('goToPublished')}
        </MenuItem>
      </Menu>
      <Link to="/$org/workbook/$slug" params={{ org, slug }} className="sr-only">
        {t('goToPublished')}
      </Link>
      <Suspense>
        {open === 'rename' && file && <RenameDialog file={file} onClose={close} />}
        {open === 'move' && file && <MoveDialog files={[file]} deed="move" onClose={close} onDone={close} />}
      </Suspense>
    </>
  )
}
