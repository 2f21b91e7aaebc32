import { elementLabel, elementName, type WorkbookDocument } from '@octavo/core/document'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer, MessageSquare, Select, SwitchRow } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Message } from '../../ui/index.ts'
import { useMemberNames } from '../data/people.ts'
import { Loaded } from '../frame/Page.tsx'
import { CommentForm } from './CommentForm.tsx'
import { commentActions, commentsQuery } from './comments.ts'
import { Thread } from './Thread.tsx'

interface CommentsDrawerProps {
  workbookId: string
  document: WorkbookDocument
  mayComment: boolean
  /** The element that a new comment is about at first. */
  elementId?: string | undefined
  /** Leads to an element of the workbook. */
  onShowElement: (elementId: string) => void
  onClose: () => void
}

const whole = ''

/** The comments on a workbook and its elements, beside it. */
export function CommentsDrawer(props: CommentsDrawerProps) {
  const { workbookId, document, mayComment, elementId: firstAbout, onShowElement, onClose } = props
  const { t } = useTranslation('comments')
  const queries = useQueryClient()
  const me = useSession()?.member.memberId
  const [withResolved, setWithResolved] = useState(false)
  const [about, setAbout] = useState(firstAbout ?? whole)
  const threads = useQuery(commentsQuery(workbookId, withResolved ? 'all' : 'open'))
  const people = (threads.data?.entries ?? []).flatMap(({ comments, resolvedBy }) => [
    ...comments.flatMap(({ createdBy, mentions }) => [createdBy, ...mentions]),
    resolvedBy,
  ])
  const names = useMemberNames(people)
  const nameOf = (memberId: string) => (memberId === me ? t('you') : names(memberId))
  const actions = commentActions(workbookId)
  const refresh = () => queries.invalidateQueries({ queryKey: ['comments', workbookId] })
  const nameOfElement = (id: string) => {
    const element = document.elements[id]
    return element && elementLabel(element, kindInWords(element.kind))
  }
  const named = Object.values(document.elements).filter((element) => element.id === firstAbout || elementName(element))
  return (
    <Drawer
      title={t('title')}
      closeLabel={t('common.close', { ns: 'translation' })}
      width={480}
      isOpen
      isNonModal
      onClose={onClose}
    >
      {mayComment && (
        <div className="border-b border-line p-4">
          <CommentForm
            label={t('comment')}
            submit={t('send')}
            onSend={async (text) => {
              await actions.start(text, about === whole ? undefined : about)
              await refresh()
            }}
          >
            <Select
              label={t('about')}
              prefix={t('about')}
              value={about}
              onChange={setAbout}
              options={[
                { value: whole, label: t('whole') },
                ...named.map((element) => ({ value: element.id, label: nameOfElement(element.id) ?? element.id })),
              ]}
            />
          </CommentForm>
        </div>
      )}
      <div className="border-b border-line px-4 py-2">
        <SwitchRow label={t('showResolved')} isOn={withResolved} onChange={setWithResolved} />
      </div>
      <Loaded query={threads} title={t('failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Message icon={MessageSquare} className="py-16" title={t('empty')} text={t('emptyText')} />
          ) : (
            entries.map((thread) => {
              const { elementId } = thread
              const name = elementId === null ? undefined : nameOfElement(elementId)
              return (
                <Thread
                  key={thread.threadId}
                  thread={thread}
                  actions={actions}
                  nameOf={nameOf}
                  fullNameOf={names}
                  onChange={refresh}
                  about={
                    elementId === null
                      ? undefined
                      : {
                          name: name ?? t('gone'),
                          onShow: name === undefined ? undefined : () => onShowElement(elementId),
                        }
                  }
                />
              )
            })
          )
        }
      </Loaded>
    </Drawer>
  )
}

/** "page-break" as "Page break", for an element without a name. */
const kindInWords = (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`
