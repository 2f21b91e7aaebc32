import type { FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Archive as ArchiveIcon, Button, Message, Search } from '../../ui/index.ts'
import { type Listing, listAll } from '../data/list-all.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { FileTable } from './FileTable.tsx'
import { SearchField, useSlashKey } from './SearchField.tsx'

/** Archived files, which can be restored. */
export function Archive() {
  const { t } = useTranslation('organization')
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const name = useDeferredValue(text.trim())
  const archived = useQuery<Listing<FileEntry>>({
    queryKey: ['files', 'archive', name],
    refetchOnMount: 'always',
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      listAll<FileEntry>('/v2/files', { signal, query: { isArchived: true, ...(name ? { name } : {}) } }),
  })
  useSlashKey(field)
  return (
    <Page
      title={t('sections.archive')}
      lead={t('archive.lead')}
      actions={
        <SearchField
          field={field}
          label={t('home.search')}
          value={text}
          onChange={setText}
          className="w-full sm:w-72"
        />
      }
    >
      <Loaded query={archived} title={t('home.failed')}>
        {({ entries }) =>
          entries.length > 0 ? (
            <FileTable
              files={entries}
              label={t('sections.archive')}
              hasPath
              isArchive
              isStale={archived.isPlaceholderData}
            />
          ) : (
            <Card>
              {name ? (
                <Message
                  icon={Search}
                  className="py-16"
                  title={t('common.nothingTitle', { text: name })}
                  text={t('common.nothingText')}
                  actions={<Button onClick={() => setText('')}>{t('common.clear', { ns: 'translation' })}</Button>}
                />
              ) : (
                <Message
                  icon={ArchiveIcon}
                  className="py-16"
                  title={t('archive.empty')}
                  text={t('archive.emptyText')}
                />
              )}
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}
