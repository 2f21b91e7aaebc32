import type { FileEntry } from '@octavo/core/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, Menu, MenuItem, MenuSeparator } from '../../ui/index.ts'
import { type FileDialog, FileDialogs } from '../frame/FileDialogs.tsx'

interface ModelMenuProps {
  name: string
  file: FileEntry | undefined
  params: { org: string; slug: string }
  onHistory: () => void
}

/** The name of the data model, and a menu of commands for the document. */
export function ModelMenu({ name, file, params, onHistory }: ModelMenuProps) {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const [open, setOpen] = useState<FileDialog>()
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
      {file && <FileDialogs open={open} file={file} onClose={close} />}
    </>
  )
}
