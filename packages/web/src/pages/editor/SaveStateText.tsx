import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Popover } from '../../ui/index.ts'

/** `Saving…` is shown when saving takes longer than this. */
const slowMs = 400

/** What became of the edits, in words, with what to do where they could not be saved. */
export function SaveStateText() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const save = useEditorState((state) => state.save)
  const isSlow = useSlow(save.kind === 'saving')
  return (
    <span role="status" className="flex min-w-0 items-center gap-2 text-xs text-muted">
      {save.kind === 'saved' && t('saved')}
      {save.kind === 'saving' && (isSlow ? t('saving') : t('saved'))}
      {save.kind === 'offline' && (
        <>
          <span className="truncate text-warning">{t('offline', { count: save.count })}</span>
          <TextButton label={t('tryAgain')} onClick={() => editor.retry()} />
        </>
      )}
      {save.kind === 'refused' && <Refused message={save.message} />}
      {save.kind === 'signed-out' && <span className="text-danger">{t('signedOut')}</span>}
      {save.kind === 'forbidden' && <span className="text-danger">{t('noLonger')}</span>}
    </span>
  )
}

function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isBusy])
  return isSlow
}

function TextButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="shrink-0 font-medium underline underline-offset-2" onClick={onClick}>
      {label}
    </button>
  )
}

/** The refused changes one by one, each with its reason. Nothing of them is lost until somebody says so. */
function Refused({ message }: { message: string }) {
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
        triggerClass="shrink-0 font-medium underline underline-offset-2"
      >
        <ul className="flex w-96 flex-col gap-3 p-3">
          {refused.map((batch) => (
            <li key={batch.id} className="flex flex-col gap-1">
              <p className="font-medium text-ink">{batch.word}</p>
              <p className="text-muted">{batch.failure.message}</p>
              <div className="flex gap-3">
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
