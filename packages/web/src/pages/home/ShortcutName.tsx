import type { FileEntry, Shortcut } from '@octavo/core/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../../api.ts'
import { explain } from '../../explain.ts'
import { useSession } from '../../session.ts'
import { notify } from '../../ui/index.ts'
import { isHolder } from '../data/files.ts'
import { documentPathname } from '../document-pathname.ts'

/** Opens the target of the shortcut; whether the reader can see it is checked only then. */
export function ShortcutName({ file, className }: { file: FileEntry; className: string }) {
  const { t } = useTranslation('organization')
  const navigate = useNavigate()
  const org = useSession()?.organization.slug ?? ''

  async function open() {
    try {
      const { target } = await call<Shortcut>(`/v2/shortcuts/${file.id}`)
      if (target.type === 'table' || target.type === 'scope') {
        fail(t('files.linkToData'))
        return
      }
      const found = await call<FileEntry>(`/v2/files/${target.id}`)
      if (found.isArchived) fail(t('files.linkArchived', { name: found.name }))
      else if (isHolder(found)) await navigate({ to: '/folder/$urlId', params: { urlId: found.urlId } })
      else {
        const address = documentPathname(org, { ...found, id: found.urlId })
        if (address !== null) await navigate({ href: address })
        else fail(t('files.linkToUnseen', { name: found.name }))
      }
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      fail(isGone ? t('files.linkGone') : explain(error).message)
    }
  }

  function fail(text: string) {
    notify({ title: t('files.linkFailed', { name: file.name }), text, tone: 'danger' })
  }

  return (
    <button
      type="button"
      data-row-main
      className={className}
      aria-label={t('files.linkName', { name: file.name })}
      onClick={() => void open()}
    >
      {file.name}
    </button>
  )
}
