import type { Comment, CommentThread } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, Remark } from '../../forms/index.ts'
import { timeInWords } from '../../time-in-words.ts'
import { Button, buttonLook, Ellipsis, Menu, MenuItem, Pencil, Trash } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { CommentForm } from './CommentForm.tsx'
import type { CommentActions } from './comments.ts'

interface ThreadProps {
  thread: CommentThread
  actions: CommentActions
  /** The element that it is about; undefined for the whole workbook. */
  about: { name: string; onShow: (() => void) | undefined } | undefined
  nameOf: (memberId: string) => string
  /** The name, even where `nameOf` returns "You". */
  fullNameOf: (memberId: string) => string
  /** Loads the threads again. */
  onChange: () => Promise<unknown>
}

/** A comment with its replies. */
export function Thread({ thread, actions, about, nameOf, fullNameOf, onChange }: ThreadProps) {
  const { t } = useTranslation('comments')
  const [isReplying, setReplying] = useState(false)
  const [first] = thread.comments
  const settle = useAction(async () => {
    await actions.settle(thread.threadId, !thread.isResolved)
    await onChange()
  })
  if (!first) return null
  const writer = nameOf(first.createdBy)
  return (
    <article aria-label={`${writer}: ${first.body}`} className="flex flex-col gap-3 border-b border-line p-4">
      {about && (
        <p className="truncate text-xs text-muted">
          {about.onShow ? (
            <button
              type="button"
              className="rounded-sm text-accent-text underline underline-offset-2"
              onClick={about.onShow}
            >
              {about.name}
            </button>
          ) : (
            about.name
          )}
        </p>
      )}
      {thread.comments.map((comment) => (
        <OneComment
          key={comment.commentId}
          comment={comment}
          actions={actions}
          nameOf={nameOf}
          fullNameOf={fullNameOf}
          onChange={onChange}
        />
      ))}
      {thread.isResolved && thread.resolvedBy && (
        <p className="text-xs text-muted">{t('resolved', { name: nameOf(thread.resolvedBy) })}</p>
      )}
      {isReplying ? (
        <CommentForm
          label={t('replyTo', { name: writer })}
          submit={t('reply')}
          onSend={async (text) => {
            await actions.reply(thread.threadId, text)
            setReplying(false)
            await onChange()
          }}
          onCancel={() => setReplying(false)}
        />
      ) : (
        thread.mayReply && (
          <div className="flex gap-2">
            <Button onClick={() => setReplying(true)}>{t('reply')}</Button>
            <Button look="quiet" disabled={settle.isBusy} onClick={() => settle.run()}>
              {t(thread.isResolved ? 'reopen' : 'resolve')}
            </Button>
          </div>
        )
      )}
      {settle.failure && <Remark tone="danger">{settle.failure}</Remark>}
    </article>
  )
}

type OneCommentProps = Pick<ThreadProps, 'actions' | 'nameOf' | 'fullNameOf' | 'onChange'> & { comment: Comment }

function OneComment({ comment, actions, nameOf, fullNameOf, onChange }: OneCommentProps) {
  const { t } = useTranslation('comments')
  const [isEditing, setEditing] = useState(false)
  const name = nameOf(comment.createdBy)
  const remove = useAction(async () => {
    await actions.remove(comment.commentId)
    await onChange()
  })
  return (
    <div className="flex gap-3">
      <Avatar name={fullNameOf(comment.createdBy)} id={comment.createdBy} size="small" />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-2">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className="shrink-0 text-xs text-muted">
            {timeInWords(comment.createdAt, Date.now())}
            {comment.editedAt && ` · ${t('edited')}`}
          </span>
          {(comment.mayEdit || comment.mayDelete) && !isEditing && (
            <Menu
              label={t('more', { name })}
              triggerClass={`${buttonLook('quiet', true)} -my-1.5 ml-auto`}
              trigger={<Ellipsis className="size-4" />}
            >
              {comment.mayEdit && (
                <MenuItem onSelect={() => setEditing(true)}>
                  <Pencil /> {t('edit')}
                </MenuItem>
              )}
              {comment.mayDelete && (
                <MenuItem onSelect={() => remove.run()}>
                  <Trash /> {t('delete')}
                </MenuItem>
              )}
            </Menu>
          )}
        </div>
        {isEditing ? (
          <CommentForm
            label={t('comment')}
            submit={t('save')}
            text={comment}
            onSend={async (text) => {
              await actions.edit(comment.commentId, text)
              setEditing(false)
              await onChange()
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <>
            <p dir="auto" className="text-start whitespace-pre-wrap break-words">
              {comment.body}
            </p>
            {comment.mentions.length > 0 && (
              <p className="text-xs text-muted">{t('mentioned', { names: comment.mentions.map(nameOf).join(', ') })}</p>
            )}
          </>
        )}
        {remove.failure && <Remark tone="danger">{remove.failure}</Remark>}
      </div>
    </div>
  )
}
