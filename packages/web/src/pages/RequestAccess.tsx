import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { explain } from '../explain.ts'
import { useSession } from '../session.ts'
import { Button, notify } from '../ui/index.ts'

/**
 * Asks the owner of a file for access. The response does not reveal whether the file exists. `isSmall`: among other
 * actions.
 */
export function RequestAccess({ inodeId, isSmall = false }: { inodeId: string; isSmall?: boolean }) {
  const { t } = useTranslation()
  const session = useSession()
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  // Administrators have access to everything, and a session that views as another member is read-only.
  if (session === null || session.viewAs || session.member.isAdmin) return null
  const ask = () => {
    setState('busy')
    call(`/v2/files/${encodeURIComponent(inodeId)}/accessRequests`, { method: 'POST', body: {} }).then(
      () => setState('sent'),
      (error: unknown) => {
        setState('open')
        const { message, hint } = explain(error)
        notify({ title: message, tone: 'danger', ...(hint ? { text: hint } : {}) })
      },
    )
  }
  return (
    <>
      <Button look={isSmall ? 'secondary' : 'primary'} isSmall={isSmall} onClick={ask} disabled={state !== 'open'}>
        {t(state === 'sent' ? 'access.sent' : 'access.request')}
      </Button>
      <span role="status" className="sr-only">
        {state === 'sent' && t('access.sentText')}
      </span>
    </>
  )
}
