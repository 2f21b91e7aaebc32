import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Layers, Message, Plus } from '../../ui/index.ts'
import { workspacesQuery } from '../data/files.ts'
import { useMay } from '../data/people.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { FileTable } from './FileTable.tsx'
import { NewHolderDialog } from './RenameDialog.tsx'

/** The workspaces that the reader can reach. */
export function Workspaces() {
  const { t } = useTranslation('organization')
  const may = useMay()
  const workspaces = useQuery(workspacesQuery)
  const [isNew, setNew] = useState(false)
  return (
    <Page
      title={t('sections.workspaces')}
      lead={t('home.workspacesLead')}
      actions={
        may('create-workspaces') && (
          <Button look="primary" onClick={() => setNew(true)}>
            <Plus className="size-4" /> {t('files.newWorkspace')}
          </Button>
        )
      }
    >
      <Loaded query={workspaces} title={t('home.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message
                icon={Layers}
                className="py-16"
                title={t('home.workspacesEmpty')}
                text={t('home.workspacesEmptyText')}
              />
            </Card>
          ) : (
            <FileTable files={entries} label={t('sections.workspaces')} />
          )
        }
      </Loaded>
      {isNew && <NewHolderDialog parentId={null} onClose={() => setNew(false)} />}
    </Page>
  )
}
