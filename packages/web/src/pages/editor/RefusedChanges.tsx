import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Popover } from '../../ui/index.ts'
import { RequestAccess } from '../RequestAccess.tsx'
import { refusedFiles } from './refused-files.ts'
import { TextButton } from './TextButton.tsx'

/** The refused changes one by one, each with its reason. They are kept until the user discards them. */
export function RefusedChanges({ message }: { message: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const refused = useEditorState((state) => state.refused)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className="max-w-96 truncate text-danger" title={message}>
        {t('refused', { reason: message })}
      </span>
      <Popover
        label={t('showRefused')}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={t('show')}
        className="w-96"
        triggerClass="shrink-0 font-medium underline underline-offset-2"
      >
        <ul className="flex flex-col gap-3 p-3">
          {refused.map((batch) => (
            <li key={batch.id} className="flex flex-col gap-1">
              <p className="font-medium text-ink">{batch.word}</p>
              <p className="break-words text-muted">{batch.failure.message}</p>
              <div className="flex flex-wrap items-center gap-3">
                {refusedFiles(batch).map((inodeId) => (
                  <RequestAccess key={inodeId} inodeId={inodeId} isSmall />
                ))}
                <TextButton label={t('undoThis')} onClick={() => editor.dropRefused(batch.id)} />
                <TextButton label={t('tryAgain')} onClick={() => editor.retryRefused(batch.id)} />
              </div>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  )
}
