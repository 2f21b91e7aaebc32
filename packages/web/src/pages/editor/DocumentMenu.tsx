import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '../../load-part.ts'
import { ChevronDown, Menu, partOf } from '../../ui/index.ts'
import { followedTemplateQuery } from '../data/followed-template.ts'
import type { DocumentDialog, DocumentMenuProps } from './document-menu-props.ts'

const loadItems = loadOnce(() => import('./DocumentMenuItems.tsx'))
const DocumentMenuItems = partOf(loadItems, (loaded) => loaded.DocumentMenuItems)
const DocumentDialogs = partOf(loadItems, (loaded) => loaded.DocumentDialogs)

/** The name of the workbook, and what can be done with it as a document. */
export function DocumentMenu(props: DocumentMenuProps) {
  const { name, file } = props
  const { t } = useTranslation('editor')
  const { org, slug } = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  const [open, setOpen] = useState<DocumentDialog>()
  const { data: followed } = useQuery({ ...followedTemplateQuery(file?.id ?? ''), enabled: file?.type === 'workbook' })
  // Loaded before the menu is opened, so that it opens without delay.
  useEffect(() => void loadItems(), [])

  return (
    <>
      <Menu
        align="start"
        onOpenChange={(isOpen) => isOpen && props.onMenu()}
        label={t('documentMenu', { name })}
        triggerClass="flex h-8 min-w-0 items-center gap-1 rounded-md px-2 font-semibold hover:bg-hover data-popup-open:bg-hover"
        trigger={
          <>
            <h1 className="truncate">{name}</h1>
            <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
          </>
        }
      >
        <Suspense>
          <DocumentMenuItems {...props} isFollowing={followed?.isFollowing === true} onOpen={setOpen} />
        </Suspense>
      </Menu>
      <Link to="/$org/workbook/$slug" params={{ org, slug }} className="sr-only">
        {t('goToPublished')}
      </Link>
      {open && (
        <Suspense>
          <DocumentDialogs name={name} file={file} open={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
