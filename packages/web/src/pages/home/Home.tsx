import type { FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeName } from '../../formats.ts'
import { type Option, Select } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button, buttonLook, Message, Notebook, Search, TabList, TabPanel, Tabs } from '../../ui/index.ts'
import { allDocumentsQuery, type DocumentKind, documentKinds } from '../data/files.ts'
import { Card, Loaded, Page } from '../frame/Page.tsx'
import { ContinueCards } from './ContinueCards.tsx'
import { FileTable } from './FileTable.tsx'
import { useNewWorkbook } from './new-workbook.ts'
import { SearchField, useSlashKey } from './SearchField.tsx'

const kinds = Object.keys(documentKinds).filter((kind): kind is DocumentKind => kind in documentKinds)

/** The files that the user used last, and every document that they can open. */
export function Home() {
  const { t } = useTranslation('organization')
  const [kind, setKind] = useState<DocumentKind>('all')
  return (
    <Page title={t('sections.home')}>
      <ContinueCards />
      <Tabs value={kind} onChange={(value) => setKind(kinds.find((each) => each === value) ?? 'all')}>
        <TabList
          label={t('home.documents')}
          items={kinds.map((value) => ({ value, label: t(`home.kind.${value}`) }))}
          className="mb-3 border-b border-line"
        />
        <TabPanel value={kind}>
          <DocumentList key={kind} kind={kind} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}

/** The data models that the user can open. */
export function Models() {
  const { t } = useTranslation('organization')
  return (
    <Page title={t('sections.models')}>
      <DocumentList kind="models" />
    </Page>
  )
}

type OwnerFilter = 'all' | 'me' | 'others'

function DocumentList({ kind }: { kind: DocumentKind }) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const [owner, setOwner] = useState<OwnerFilter>('all')
  const [badge, setBadge] = useState('all')
  const name = useDeferredValue(text.trim())
  const field = useRef<HTMLInputElement>(null)
  const memberId = useSession()?.member.memberId
  const documents = useQuery({ ...allDocumentsQuery(name, kind), placeholderData: (before) => before })
  useSlashKey(field)
  const isShown = (file: FileEntry) =>
    (owner === 'all' || (file.ownerId === memberId) === (owner === 'me')) && (badge === 'all' || file.badge === badge)
  const badges = [
    ...new Set(documents.data?.entries.map((file) => file.badge).filter((each) => typeof each === 'string')),
  ]
  const isFiltered = name !== '' || owner !== 'all' || badge !== 'all'
  const clear = () => {
    setText('')
    setOwner('all')
    setBadge('all')
    field.current?.focus()
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField
          field={field}
          label={t('home.search')}
          value={text}
          onChange={setText}
          className="w-full sm:w-60"
        />
        <Select
          label={t('home.ownerFilter')}
          prefix={t('files.owner')}
          className="!w-auto"
          value={owner}
          onChange={setOwner}
          options={owners.map((value) => ({ value, label: t(`home.owner.${value}`) }))}
        />
        {badges.length > 0 && (
          <Select
            label={t('home.badgeFilter')}
            prefix={t('home.badge')}
            className="!w-auto"
            value={badge}
            onChange={setBadge}
            options={[
              { value: 'all', label: t('common.all') },
              ...badges.map((value): Option<string> => ({ value, label: value })),
            ]}
          />
        )}
      </div>
      <Loaded query={documents} title={t('home.failed')}>
        {({ entries, total, isWhole }) => {
          const shown = entries.filter(isShown)
          if (shown.length === 0)
            return <Card>{isFiltered ? <NoMatch text={name} onClear={clear} /> : <NoDocuments kind={kind} />}</Card>
          return (
            <>
              <FileTable files={shown} label={t('home.documents')} hasPath isStale={documents.isPlaceholderData} />
              <p className="mt-3 text-xs text-muted">
                {isWhole
                  ? t('home.count', { count: shown.length })
                  : t('home.part', { count: entries.length, total: total.toLocaleString(localeName()) })}
              </p>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

const owners: readonly OwnerFilter[] = ['all', 'me', 'others']

function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation('organization')
  return (
    <Message
      icon={Search}
      className="py-16"
      title={text ? t('common.nothingTitle', { text }) : t('home.noMatch')}
      text={t('common.nothingText')}
      actions={
        <>
          <Button onClick={onClear}>{t('home.clear')}</Button>
          {text && (
            <Link to="/search" search={{ query: encodeURIComponent(text) }} className={buttonLook()}>
              {t('search.everywhere', { text })}
            </Link>
          )}
        </>
      }
    />
  )
}

function NoDocuments({ kind }: { kind: DocumentKind }) {
  const { t } = useTranslation('organization')
  const { create } = useNewWorkbook()
  return (
    <Message
      icon={Notebook}
      className="py-16"
      title={t(`home.empty.${kind}`)}
      text={t(`home.emptyText.${kind}`)}
      actions={
        (kind === 'all' || kind === 'workbooks') && <Button onClick={create}>{t('newDocument.workbook')}</Button>
      }
    />
  )
}
