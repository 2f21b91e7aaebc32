import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import {
  Button,
  buttonLook,
  ChevronDown,
  Database,
  FolderPlus,
  lazyPart,
  Menu,
  MenuItem,
  Plus,
  Upload,
} from '../../ui/index.ts'
import { myHomeQuery } from '../data/files.ts'
import { useMay } from '../data/people.ts'
import { useNewWorkbook } from './new-workbook.ts'
import { NewHolderDialog } from './RenameDialog.tsx'

/** It loads the parts of the editor that list sources. */
const NewModelDialog = lazyPart(async () => ({ default: (await import('./NewModelDialog.tsx')).NewModelDialog }))

/** It is rarely opened, and loads the preview of files. */
const UploadDialog = lazyPart(async () => ({ default: (await import('./UploadDialog.tsx')).UploadDialog }))

/** A click creates a workbook and opens it; the menu beside it creates all other documents. */
export function NewDocument() {
  const { t } = useTranslation('organization')
  const may = useMay()
  const session = useSession()
  const home = useQuery(myHomeQuery(session?.member.memberId ?? ''))
  const { create, isBusy } = useNewWorkbook()
  const [task, setTask] = useState<'folder' | 'model' | 'upload' | null>(null)
  if (session?.viewAs || !may('edit-workbooks')) return null
  const close = () => setTask(null)
  return (
    <>
      <Button
        look="primary"
        icon={Plus}
        isBusy={isBusy}
        aria-label={t('newDocument.workbook')}
        className="max-sm:w-control max-sm:min-w-0! max-sm:px-0!"
        onClick={create}
      >
        <span className="max-sm:hidden">{t('newDocument.workbook')}</span>
      </Button>
      <Menu
        label={t('newDocument.menu')}
        triggerClass={`${buttonLook()} max-sm:min-w-0!`}
        trigger={
          <>
            <span className="max-sm:hidden">{t('newDocument.menu')}</span>
            <ChevronDown />
          </>
        }
      >
        <MenuItem onSelect={() => setTask('model')}>
          <Database /> {t('newDocument.model')}
        </MenuItem>
        {may('create-folders') && (
          <MenuItem onSelect={() => setTask('folder')}>
            <FolderPlus /> {t('newDocument.folder')}
          </MenuItem>
        )}
        {may('upload-csv') && (
          <MenuItem onSelect={() => setTask('upload')}>
            <Upload /> {t('newDocument.upload')}
          </MenuItem>
        )}
      </Menu>
      {task === 'folder' && home.data && <NewHolderDialog parentId={home.data} onClose={close} />}
      {task === 'model' && (
        <Suspense>
          <NewModelDialog onClose={close} />
        </Suspense>
      )}
      {task === 'upload' && (
        <Suspense>
          <UploadDialog onClose={close} />
        </Suspense>
      )}
    </>
  )
}
