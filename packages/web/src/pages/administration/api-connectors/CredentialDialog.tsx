import type { ApiCredential } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Checkbox, Field, Select, SwitchRow, TextArea, TextField } from '../../../forms/index.ts'
import { notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { credentialsPath, credentialsQuery } from './connectors.ts'
import {
  credentialOf,
  type FieldName,
  fieldsOf,
  hostsOf,
  isWhole,
  methods,
  optionalFields,
  type SignInForm,
  secretFields,
  signInOf,
} from './credential-form.ts'

interface CredentialDialogProps {
  /** Null: a new one. */
  credential: ApiCredential | null
  onClose: () => void
}

/** Edits a credential and the hosts that it is for. Secrets are entered again or stay unchanged. */
export function CredentialDialog({ credential, onClose }: CredentialDialogProps) {
  const { t } = useTranslation('connectors')
  const queries = useQueryClient()
  const [name, setName] = useState(credential?.name ?? '')
  const [description, setDescription] = useState(credential?.description ?? '')
  const [hosts, setHosts] = useState(credential?.allowlist.join('\n') ?? '')
  const [signIn, setSignIn] = useState(() => signInOf(credential?.credential ?? null))
  const [isReplaced, setReplaced] = useState(credential === null)
  const action = useAction(async () => {
    const body = {
      name: name.trim(),
      description,
      allowlist: hostsOf(hosts),
      ...(isReplaced ? { credential: credentialOf(signIn) } : {}),
    }
    const path = credential ? `${credentialsPath}/${credential.apiCredentialId}` : credentialsPath
    await send(path, { method: credential ? 'PATCH' : 'POST', body })
    await queries.invalidateQueries({ queryKey: credentialsQuery.queryKey })
    notify({ title: t('saved'), tone: 'done' })
    onClose()
  })
  const isReady = name.trim() !== '' && hostsOf(hosts).length > 0 && (!isReplaced || isWhole(signIn))
  return (
    <FormDialog
      title={credential ? t('editTitle', { name: credential.name }) : t('newCredential')}
      submit={t(credential ? 'save' : 'create')}
      action={action}
      isReady={isReady}
      onClose={onClose}
    >
      <TextField label={t('name')} value={name} onChange={setName} maxLength={255} autoComplete="off" />
      <TextField
        label={t('description')}
        isOptional={t('optional')}
        value={description}
        onChange={setDescription}
        maxLength={4096}
      />
      <TextArea
        label={t('hosts')}
        value={hosts}
        onChange={setHosts}
        rows={2}
        spellCheck={false}
        hint={t('hostsHint')}
      />
      {credential && (
        <SwitchRow label={t('replace')} text={t('replaceHint')} isOn={isReplaced} onChange={setReplaced} />
      )}
      {isReplaced && <SignInFields signIn={signIn} onChange={setSignIn} />}
    </FormDialog>
  )
}

function SignInFields({ signIn, onChange }: { signIn: SignInForm; onChange: (signIn: SignInForm) => void }) {
  const { t } = useTranslation('connectors')
  const { method, texts, isElsewhere } = signIn
  const hintOf = (name: FieldName) => {
    if (name === 'scopes') return t('scopesHint')
    return name === 'region' || name === 'service' ? t('awsHint') : undefined
  }
  return (
    <>
      <Field label={t('howToSignIn')}>
        {({ id }) => (
          <Select
            id={id}
            value={method}
            onChange={(value) => onChange({ ...signIn, method: value, isElsewhere: false })}
            options={methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
          />
        )}
      </Field>
      {fieldsOf[method].map((name) => (
        <TextField
          key={name}
          label={t(`fields.${name}`)}
          value={texts[name]}
          onChange={(text) => onChange({ ...signIn, texts: { ...texts, [name]: text } })}
          type={secretFields.has(name) ? 'password' : 'text'}
          autoComplete={secretFields.has(name) ? 'new-password' : 'off'}
          spellCheck={false}
          hint={hintOf(name)}
          {...(optionalFields.has(name) && { isOptional: t('optional') })}
        />
      ))}
      {(method === 'apiKey' || method === 'oAuthClientCredentials') && (
        <Checkbox isChecked={isElsewhere} onChange={(is) => onChange({ ...signIn, isElsewhere: is })}>
          {t(method === 'apiKey' ? 'inQuery' : 'inBody')}
        </Checkbox>
      )}
    </>
  )
}
