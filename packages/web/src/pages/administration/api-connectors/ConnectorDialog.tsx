import type { ApiConnector, ApiCredentialSummary, ConnectorConfig, ConnectorRequest } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Field, NumberField, Select, TextArea, TextField } from '../../../forms/index.ts'
import { notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { connectorsPath, connectorsQuery } from './connectors.ts'
import { ParamRows } from './ParamRows.tsx'

const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
const noCredential = ''

const emptyRequest: ConnectorRequest = {
  method: 'GET',
  url: '',
  headers: [],
  pathParams: [],
  queryParams: [],
  body: '',
}
const usualLimits = { requestSec: 30, maxRetries: 0, maxRedirects: 5, perMinute: 60 }
type Limits = Record<keyof typeof usualLimits, number | null>

interface ConnectorDialogProps {
  /** Null: a new one. */
  connector: ApiConnector | null
  credentials: readonly ApiCredentialSummary[]
  onClose: () => void
}

/** Edits a request with its parameters, its credential and its limits. */
export function ConnectorDialog({ connector, credentials, onClose }: ConnectorDialogProps) {
  const { t } = useTranslation('connectors')
  const [name, setName] = useState(connector?.name ?? '')
  const [description, setDescription] = useState(connector?.description ?? '')
  const [request, setRequest] = useState<ConnectorRequest>(connector?.params ?? emptyRequest)
  const [authId, setAuthId] = useState(connector?.authId ?? noCredential)
  const [limits, setLimits] = useState<Limits>(connector ? limitsOf(connector.config) : usualLimits)
  const set = (patch: Partial<ConnectorRequest>) => setRequest({ ...request, ...patch })
  const action = useSaving(connector, onClose, () => ({
    name: name.trim(),
    description,
    params: requestOf(request),
    config: configOf(limits, connector?.config),
    ...(authId !== noCredential ? { authId } : connector ? { authId: null } : {}),
  }))
  const isReady = name.trim() !== '' && request.url.trim() !== ''
  return (
    <FormDialog
      size="wide"
      title={connector ? t('editTitle', { name: connector.name }) : t('newConnector')}
      submit={t(connector ? 'save' : 'create')}
      action={action}
      isReady={isReady}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('name')} value={name} onChange={setName} maxLength={255} autoComplete="off" />
        <TextField
          label={t('description')}
          isOptional={t('optional')}
          value={description}
          onChange={setDescription}
          maxLength={4096}
        />
      </div>
      <RequestFields request={request} onChange={set} />
      <CredentialChoice value={authId} credentials={credentials} onChange={setAuthId} />
      <LimitFields limits={limits} onChange={setLimits} />
    </FormDialog>
  )
}

function useSaving(connector: ApiConnector | null, onClose: () => void, bodyOf: () => object) {
  const { t } = useTranslation('connectors')
  const queries = useQueryClient()
  return useAction(async () => {
    const path = connector ? `${connectorsPath}/${connector.apiConnectorId}` : connectorsPath
    await send(path, { method: connector ? 'PATCH' : 'POST', body: bodyOf() })
    await queries.invalidateQueries({ queryKey: connectorsQuery.queryKey })
    notify({ title: t('saved'), tone: 'done' })
    onClose()
  })
}

interface RequestFieldsProps {
  request: ConnectorRequest
  onChange: (patch: Partial<ConnectorRequest>) => void
}

function RequestFields({ request, onChange }: RequestFieldsProps) {
  const { t } = useTranslation('connectors')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
        <Field label={t('method')}>
          {({ id }) => (
            <Select
              id={id}
              value={request.method}
              onChange={(method) => onChange({ method })}
              options={httpMethods.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <TextField
          label={t('url')}
          value={request.url}
          onChange={(url) => onChange({ url })}
          hint={t('urlHint')}
          placeholder="https://api.example.com/v1/orders/{orderId}"
          maxLength={4096}
          spellCheck={false}
        />
      </div>
      {(['pathParams', 'queryParams', 'headers'] as const).map((place) => (
        <ParamRows
          key={place}
          title={t(place)}
          params={request[place]}
          onChange={(params) => onChange({ [place]: params })}
        />
      ))}
      <TextArea
        label={t('body')}
        isOptional={t('optional')}
        value={request.body}
        onChange={(body) => onChange({ body })}
        rows={4}
        spellCheck={false}
        className="font-mono"
        placeholder={'{"quantity": {{quantity}}}'}
        hint={t('bodyHint')}
      />
    </>
  )
}

interface CredentialChoiceProps {
  value: string
  credentials: readonly ApiCredentialSummary[]
  onChange: (apiCredentialId: string) => void
}

/** A credential that was retired stays chosen if the connector uses it. */
function CredentialChoice({ value, credentials, onChange }: CredentialChoiceProps) {
  const { t } = useTranslation('connectors')
  const known = credentials.map(({ apiCredentialId, name, allowlist }) => ({
    value: apiCredentialId,
    label: name,
    text: allowlist.join(', '),
  }))
  const isKnown = value === noCredential || known.some((option) => option.value === value)
  return (
    <Field label={t('signIn')}>
      {({ id }) => (
        <Select
          id={id}
          value={value}
          onChange={onChange}
          options={[
            { value: noCredential, label: t('noSignIn') },
            ...known,
            ...(isKnown ? [] : [{ value, label: value }]),
          ]}
        />
      )}
    </Field>
  )
}

function LimitFields({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const { t } = useTranslation('connectors')
  const ranges = { requestSec: [1, 120], maxRetries: [0, 5], maxRedirects: [0, 10], perMinute: [1, 10_000] } as const
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t('limits')}</legend>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {(Object.keys(ranges) as (keyof Limits)[]).map((name) => (
          <Field key={name} label={t(name)}>
            {({ id }) => (
              <NumberField
                id={id}
                value={limits[name]}
                onChange={(value) => onChange({ ...limits, [name]: value })}
                min={ranges[name][0]}
                max={ranges[name][1]}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

/** Keeps only fields that the API accepts, and no empty rows. */
function requestOf({ method, url, headers, pathParams, queryParams, body }: ConnectorRequest): ConnectorRequest {
  const named = <P extends { key: string }>(params: readonly P[]) => params.filter(({ key }) => key.trim() !== '')
  return {
    method,
    url: url.trim(),
    headers: named(headers),
    pathParams: named(pathParams),
    queryParams: named(queryParams),
    body,
  }
}

const limitsOf = ({ timeout, retry, redirects, rateLimit }: ConnectorConfig): Limits => ({
  requestSec: timeout.requestSec,
  maxRetries: retry.maxRetries,
  maxRedirects: redirects.maxRedirects,
  perMinute: rateLimit.maxRequestsPerWindow,
})

/** An empty field stands for the default number. */
function configOf(limits: Limits, known: ConnectorConfig | undefined): ConnectorConfig {
  const of = (name: keyof Limits) => limits[name] ?? usualLimits[name]
  return {
    timeout: { requestSec: of('requestSec') },
    retry: {
      maxRetries: of('maxRetries'),
      retryableStatusCodes: known?.retry.retryableStatusCodes ?? [429, 502, 503, 504],
    },
    redirects: { maxRedirects: of('maxRedirects') },
    rateLimit: { maxRequestsPerWindow: of('perMinute') },
  }
}
