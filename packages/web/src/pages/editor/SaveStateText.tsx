import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { TextButton } from './TextButton.tsx'

const RefusedChanges = lazyPart(async () => ({ default: (await import('./RefusedChanges.tsx')).RefusedChanges }))

/** `Saving…` is shown when saving takes longer than this. */
const slowMs = 400

/**
 * The state of the edits as text, with what to do when they could not be saved. `aria-busy` while edits are on their
 * way, also behind the word "Saved".
 */
export function SaveStateText() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const save = useEditorState((state) => state.save)
  const isSlow = useSlow(save.kind === 'saving')
  return (
    <span
      role="status"
      aria-busy={save.kind === 'saving'}
      className="flex min-w-0 items-center gap-2 text-xs text-muted"
    >
      {save.kind === 'saved' && t('saved')}
      {save.kind === 'saving' && (isSlow ? t('saving') : t('saved'))}
      {save.kind === 'offline' && (
        <>
          <span className="truncate text-warning">{t('offline', { count: save.count })}</span>
          <TextButton label={t('tryAgain')} onClick={() => editor.retry()} />
        </>
      )}
      {save.kind === 'refused' && (
        <Suspense>
          <RefusedChanges message={save.message} />
        </Suspense>
      )}
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
