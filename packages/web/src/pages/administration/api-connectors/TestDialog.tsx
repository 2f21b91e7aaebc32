import type { ApiConnector, ApiConnectorTestResult } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Remark, TextField } from '../../../forms/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { connectorsPath } from './connectors.ts'
import { askedOf, nameOf, valuesOf } from './test-values.ts'

/** Makes a test call of a connector with entered values, and shows the response. */
export function TestDialog({ connector, onClose }: { connector: ApiConnector; onClose: () => void }) {
  const { t } = useTranslation('connectors')
  const asked = askedOf(connector)
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const [result, setResult] = useState<ApiConnectorTestResult>()
  const action = useAction(async () => {
    setResult(undefined)
    const path = `${connectorsPath}/${connector.apiConnectorId}/test`
    setResult(await call<ApiConnectorTestResult>(path, { method: 'POST', body: valuesOf(asked, texts) }))
  })
  return (
    <FormDialog
      size="wide"
      title={t('testTitle', { name: connector.name })}
      submit={t('call')}
      action={action}
      onClose={onClose}
    >
      <p className="text-muted">{t('testLead')}</p>
      {asked.map((each) => (
        <TextField
          key={nameOf(each)}
          label={`${t(each.place)}: ${each.param.key}`}
          value={texts.get(nameOf(each)) ?? ''}
          onChange={(text) => setTexts(new Map(texts).set(nameOf(each), text))}
          placeholder={each.param.value ?? ''}
          hint={each.param.type === 'string' || each.param.type === 'raw' ? undefined : t('valueHint')}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {result && <Result result={result} />}
    </FormDialog>
  )
}

function Result({ result }: { result: ApiConnectorTestResult }) {
  const { t } = useTranslation('connectors')
  const { status, durationMs, requestCount, url, headers, body, bodyEncoding, isTruncated } = result
  return (
    <section role="status" className="flex min-w-0 flex-col gap-2">
      <p className="font-medium">
        {t('status', { status, ms: durationMs })} · {t('requests', { count: requestCount })}
      </p>
      <p className="font-mono text-xs text-muted [overflow-wrap:anywhere]">{url}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 font-mono text-xs">
        {headers.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may come several times, and the list never changes
          <div key={place} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {bodyEncoding === 'base64' && <Remark>{t('base64')}</Remark>}
      {isTruncated && <Remark>{t('cut')}</Remark>}
      <textarea
        readOnly
        aria-label={t('answer')}
        className="w-full resize-y rounded-md border border-line bg-sunken p-3 font-mono text-xs"
        rows={12}
        value={body}
      />
    </section>
  )
}
