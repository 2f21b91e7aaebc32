import { useTranslation } from 'react-i18next'
import { Checkbox, TextField } from '../../../forms/index.ts'
import type { ConnectionForm } from './connection-form.ts'

/** The server's defaults for fields that the connection does not set. */
const usualClaim = 'preferred_username'

interface OwnSignInProps {
  form: ConnectionForm
  onChange: (change: Partial<ConnectionForm>) => void
}

/** Whether everybody reads with their own account, and which provider they sign in at. */
export function OwnSignIn({ form, onChange }: OwnSignInProps) {
  const { t } = useTranslation('organization')
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <Checkbox isChecked={form.ownSignIn} onChange={(ownSignIn) => onChange({ ownSignIn })}>
        {t('connections.ownSignIn')}
        <span className="block text-xs text-muted">{t('connections.ownSignInText')}</span>
      </Checkbox>
      {form.ownSignIn && (
        <>
          <TextField
            {...plain}
            label={t('connections.metadataUrl')}
            value={form.metadataUrl}
            onChange={(metadataUrl) => onChange({ metadataUrl })}
            hint={t('connections.metadataUrlHint', { address: `${window.location.origin}/connect-account` })}
            placeholder="https://login.example.com/.well-known/openid-configuration"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...plain}
              label={t('connections.clientId')}
              value={form.clientId}
              onChange={(clientId) => onChange({ clientId })}
            />
            <TextField
              label={t('connections.clientSecret')}
              isOptional={t('common.optional')}
              value={form.clientSecret}
              onChange={(clientSecret) => onChange({ clientSecret })}
              type="password"
              autoComplete="new-password"
            />
            <TextField
              {...plain}
              label={t('connections.scopes')}
              value={form.scopes}
              onChange={(scopes) => onChange({ scopes })}
            />
            <TextField
              {...plain}
              label={t('connections.userClaim')}
              isOptional={t('common.optional')}
              value={form.userClaim}
              onChange={(userClaim) => onChange({ userClaim })}
              placeholder={usualClaim}
            />
          </div>
        </>
      )}
    </>
  )
}
