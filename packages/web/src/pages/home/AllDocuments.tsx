import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Message, Notebook, Search } from '../../ui/index.ts'
import { allDocumentsQuery } from '../data/files.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { FileTable } from './FileTable.tsx'
import { SearchField, useSlashKey } from './SearchField.tsx'

/** Every document the reader can open, wherever it lies. */
export function AllDocuments() {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const name = useDeferredValue(text.trim())
  const field = useRef<HTMLInputElement>(null)
  const documents = useQuery({ ...allDocumentsQuery(name), placeholderData: (before) => before })
  useSlashKey(field)
  return (
    <Page
      title={t('sections.all')}
      lead={t('home.allLead')}
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
      <Loaded query={documents} title={t('home.failed')}>
        {({ entries, total, isWhole }) =>
          entries.length === 0 ? (
            <Card>
              {name ? (
                <Message
                  icon={Search}
                  className="py-16"
                  title={t('common.nothingTitle', { text: name })}
                  text={t('common.nothingText')}
                  actions={
                    <Button
                      onClick={() => {
                        setText('')
                        field.current?.focus()
                      }}
                    >
                      {t('common.clear', { ns: 'translation' })}
                    </Button>
                  }
                />
              ) : (
                <Message icon={Notebook} className="py-16" title={t('home.allEmpty')} text={t('home.allEmptyText')} />
              )}
            </Card>
          ) : (
            <>
              <FileTable files={entries} label={t('sections.all')} hasPath isStale={documents.isPlaceholderData} />
              <p className="mt-3 text-xs text-muted">
                {isWhole
                  ? t('home.count', { count: total })
                  : t('home.part', { count: entries.length, total: total.toLocaleString() })}
              </p>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
