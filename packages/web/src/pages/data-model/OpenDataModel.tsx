import type { DataModel, FileEntry } from '@octavo/core/contract'
import { findElement, type WorkbookDocument } from '@octavo/core/document'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button, buttonLook, Database, lazyPart, Message } from '../../ui/index.ts'
import { useAddressState } from '../data/use-address-state.ts'
import { MissingSourcesBanner } from '../MissingSourcesBanner.tsx'
import { ReaderTitle } from '../ReaderHeader.tsx'
import { Shell } from '../Shell.tsx'
import { pageKey } from '../use-address.ts'
import { ElementList } from './ElementList.tsx'
import { ModelElement } from './ModelElement.tsx'
import { listedElements } from './model-elements.ts'

const AccessDialog = lazyPart(async () => {
  const [{ AccessDialog }] = await Promise.all([
    import('../sharing/AccessDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: AccessDialog }
})

interface OpenDataModelProps {
  model: DataModel
  content: WorkbookDocument
  /** The data model as a file; absent where it could not be read. */
  file: FileEntry | undefined
}

/** A data model on screen: its tables and controls, and all details of the one in the address. */
export function OpenDataModel({ model, content, file }: OpenDataModelProps) {
  const { t } = useTranslation(['models', 'translation'])
  const [isSharing, setSharing] = useState(false)
  const [wanted, setWanted] = useAddressState(pageKey)
  const session = useSession()
  const params = useParams({ from: '/inside/$org/data-model/$slug' })
  const canEdit = file?.permission === 'edit' && file.type === 'data-model' && !session?.viewAs
  const listed = listedElements(content)
  const shown = findElement(content, wanted) ?? listed[0]?.elements[0]
  return (
    <Shell
      title={
        <>
          <ReaderTitle name={model.name} file={file} />
          <Badge>{t('version', { version: model.latestVersion })}</Badge>
          {model.tags?.map(({ versionTagId, tagName, sourceVersion }) => (
            <span key={versionTagId} className="shrink-0 max-md:hidden">
              <Badge>{t('taggedVersion', { tag: tagName, version: sourceVersion })}</Badge>
            </span>
          ))}
        </>
      }
      actions={
        file && (
          <>
            <Button look={canEdit ? 'secondary' : 'primary'} onClick={() => setSharing(true)}>
              {t('translation:workbook.share')}
            </Button>
            {canEdit && (
              <Link
                to="/$org/data-model/$slug/edit"
                params={params}
                className={`${buttonLook('primary')} max-lg:hidden`}
              >
                {t('translation:workbook.edit')}
              </Link>
            )}
          </>
        )
      }
      banner={<MissingSourcesBanner documentId={model.dataModelId} isDataModel />}
    >
      {shown ? (
        <div className="flex h-full min-h-0 max-lg:flex-col">
          <ElementList groups={listed} shownId={shown.id} onShow={setWanted} />
          <ModelElement
            key={shown.id}
            dataModelId={model.dataModelId}
            content={content}
            element={shown}
            onShow={setWanted}
          />
        </div>
      ) : (
        <Message icon={Database} className="py-24" title={t('emptyTitle')} text={t('emptyText')} />
      )}
      {isSharing && file && (
        <Suspense>
          <AccessDialog target={file} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Shell>
  )
}
