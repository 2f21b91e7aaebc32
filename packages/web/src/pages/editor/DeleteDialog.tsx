import type { FileEntry } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { explain } from '../../explain.ts'
import { Button, Dialog, notify } from '../../ui/index.ts'
import { refreshFiles } from '../data/files.ts'

/** Asks, archives the workbook and returns home; it can be restored from the archive. */
export function DeleteDialog({ file: { id, name }, onClose }: { file: FileEntry; onClose: () => void }) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const queries = useQueryClient()
  const navigate = useNavigate()

  async function restore() {
    await send(`/v2/files/${id}`, { method: 'PATCH', body: { restore: true } })
    await refreshFiles(queries)
  }
  async function remove() {
    onClose()
    try {
      await send(`/v2/files/${id}`, { method: 'DELETE' })
      await navigate({ to: '/' })
      await refreshFiles(queries)
      notify({
        title: t('delete.done', { name }),
        tone: 'done',
        action: { label: t('undo'), run: () => void restore() },
      })
    } catch (error) {
      const { message, hint } = explain(error)
      notify({ title: t('delete.failed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
    }
  }
  return (
    <Dialog
      size="confirm"
      isAlert
      title={t('delete.title', { name })}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      actions={
        <>
          <Button onClick={onClose} data-first-focus>
            {common('common.cancel')}
          </Button>
          <Button look="danger" onClick={() => void remove()}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('delete.text')}</p>
    </Dialog>
  )
}
