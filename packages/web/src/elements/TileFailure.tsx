import { useTranslation } from 'react-i18next'
import { connectAccount } from '../connect-account.ts'
import { type Failure, useMaybeEditor, useOfPage, useReadPage } from '../editor/index.ts'
import { isEmbedded } from '../embedded.ts'
import { explain } from '../explain.ts'
import { Button, CircleAlert, Clock, Message, notify } from '../ui/index.ts'
import { focusFormula } from './table/columns/formula-focus.ts'
import { hasStatement } from './use-look-commands.tsx'
import '../i18n/looks.ts'

interface TileFailureProps {
  elementId: string
  failure: Failure
  /** There is room for two lines only. */
  isCompact: boolean
}

/** Failures of a statement that was sent: showing the statement helps to find the cause. */
const ofStatement = new Set(['query_failed', 'query_over_budget', 'source_unavailable'])

/** Why an element has no rows, with what can be done about it. */
export function TileFailure({ elementId, failure, isCompact }: TileFailureProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const read = useReadPage()
  const canShow = useOfPage(hasStatement)
  const isDataModel = useOfPage((open) => open.isDataModel)
  const { code, message, hint, requestId, columnId, signIn } = failure
  const editor = useMaybeEditor()
  const onRetry = () => read().data.retry(elementId)
  // Inside another product, the host supplies the identity of the reader.
  const connectionId = isEmbedded ? undefined : signIn
  if (isCompact && connectionId !== undefined) {
    return (
      <ShortFailure
        message={message}
        hint={hint}
        act={t('looks:state.connectAccount')}
        onAct={() => connect(connectionId)}
      />
    )
  }
  if (isCompact) return <ShortFailure message={message} hint={hint} act={t('common.retry')} onAct={onRetry} />
  const isCancelled = code === 'query_cancelled'
  return (
    <Message
      icon={isCancelled ? Clock : CircleAlert}
      tone={isCancelled ? 'quiet' : 'danger'}
      isAlert={!isCancelled}
      className="h-full overflow-auto"
      title={message}
      text={hint}
      fine={isCancelled ? undefined : requestId ? `${code} · ${t('common.requestId', { id: requestId })}` : code}
      actions={
        <>
          {connectionId !== undefined && (
            <Button look="primary" onClick={() => connect(connectionId)}>
              {t('looks:state.connectAccount')}
            </Button>
          )}
          {editor && columnId !== undefined && (
            <Button
              onClick={() => {
                editor.select({ elementIds: [elementId], columnIds: [columnId] })
                focusFormula()
              }}
            >
              {t('looks:state.editFormula')}
            </Button>
          )}
          <Button onClick={onRetry}>{t('common.retry')}</Button>
          {ofStatement.has(code) && canShow && (
            <Button onClick={() => read().state.setLook({ elementId, kind: 'sql' })}>{t('looks:items.showSql')}</Button>
          )}
          {code === 'query_over_budget' && canShow && !isDataModel && (
            <Button onClick={() => read().state.setLook({ elementId, kind: 'plan' })}>
              {t('looks:state.showPlan')}
            </Button>
          )}
        </>
      }
    />
  )
}

function connect(connectionId: string): void {
  connectAccount(connectionId).catch((error) => notify({ title: explain(error).message, tone: 'danger' }))
}

interface ShortFailureProps {
  message: string
  hint: string | undefined
  /** What can be done about it. */
  act: string
  onAct: () => void
}

/** A failure where there is room for two lines only. */
function ShortFailure({ message, hint, act, onAct }: ShortFailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-0.5 px-4"
      title={[message, hint].filter(Boolean).join(' ')}
    >
      <p className="line-clamp-2 text-xs text-danger">{message}</p>
      <button
        type="button"
        className="text-xs font-medium text-accent-text underline underline-offset-2"
        onClick={onAct}
      >
        {act}
      </button>
    </div>
  )
}
