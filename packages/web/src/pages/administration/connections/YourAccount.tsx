import type { Connection, ConnectionSignIn } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import { connectAccount } from '../../../connect-account.ts'
import { Remark } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Card, Loaded } from '../../frame/Page.tsx'
import { Part } from '../Part.tsx'

const signInQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['connections', connectionId, 'sign-in'],
    queryFn: ({ signal }) => call<ConnectionSignIn>(`/v2/connections/${connectionId}/sign-in`, { signal }),
  })

/** The member's own account for a connection that everybody signs in to separately. */
export function YourAccount({ connection: { connectionId } }: { connection: Connection }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const signIn = useQuery(signInQuery(connectionId))
  const connect = useAction(() => connectAccount(connectionId))
  const disconnect = useAction(async () => {
    await send(`/v2/connections/${connectionId}/sign-in`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: ['connections', connectionId] })
  })
  const failure = connect.failure ?? disconnect.failure
  const isSignedIn = signIn.data?.isSignedIn
  return (
    <Part
      title={t('connections.yourAccount')}
      text={t('connections.yourAccountText')}
      action={
        isSignedIn ? (
          <Button isBusy={disconnect.isBusy} onClick={() => disconnect.run()}>
            {t('connections.disconnect')}
          </Button>
        ) : (
          <Button look="primary" disabled={!signIn.data} isBusy={connect.isBusy} onClick={() => connect.run()}>
            {t('connections.connect')}
          </Button>
        )
      }
    >
      <Loaded query={signIn} title={t('connections.failedOne')}>
        {({ user, signedInAt }) => (
          <Card>
            <p role="status" className="px-5 py-3.5">
              {user === null
                ? t('connections.notSignedIn')
                : t('connections.signedInAs', { user, when: timeInWords(signedInAt ?? '', Date.now()) })}
            </p>
          </Card>
        )}
      </Loaded>
      {failure && <Remark tone="danger">{failure}</Remark>}
    </Part>
  )
}
