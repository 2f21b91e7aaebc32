import type { CommentText } from '@octavo/core/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Choice, Remark, TextArea } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { PeoplePicker } from '../sharing/PeoplePicker.tsx'
import { useMemberChoices } from '../sharing/people-choices.ts'

interface CommentFormProps {
  label: string
  submit: string
  /** The comment that is changed, if any. */
  text?: CommentText
  onSend: (text: CommentText) => Promise<unknown>
  onCancel?: () => void
  /** Shown between the text and the buttons. */
  children?: ReactNode
}

/** Edits the text of a comment with its mentions. The text is not lost when the server refuses it. */
export function CommentForm({ label, submit, text, onSend, onCancel, children }: CommentFormProps) {
  const { t } = useTranslation('comments')
  const people = useMemberChoices()
  const [body, setBody] = useState(text?.body ?? '')
  const [mentioned, setMentioned] = useState<Choice[]>()
  const known = people.choices.filter(({ value }) => text?.mentions?.includes(value))
  const chosen = mentioned ?? known
  const action = useAction(async () => {
    // A change of the text does not affect mentions that were not edited.
    const mentions = mentioned === undefined ? (text?.mentions ?? []) : mentioned.map(({ value }) => value)
    await onSend({ body: body.trim(), mentions })
    setBody('')
    setMentioned(undefined)
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (body.trim() !== '') action.run()
      }}
    >
      <TextArea label={label} value={body} onChange={setBody} rows={3} maxLength={10_000} />
      <PeoplePicker people={people} label={t('mention')} chosen={chosen} onChange={setMentioned} />
      {children}
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button look="primary" type="submit" disabled={body.trim() === '' || action.isBusy}>
          {submit}
        </Button>
      </div>
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
    </form>
  )
}
