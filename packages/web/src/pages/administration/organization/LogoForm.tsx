import { mostLogoBytes } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import { Remark } from '../../../forms/index.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Card, Loaded } from '../../frame/Page.tsx'

const path = '/v2/organizations/settings/logo'
const queryKey = ['organization', 'logo'] as const

/** Null if there is no logo. */
async function readLogo(signal: AbortSignal): Promise<{ file: Blob | null }> {
  const answer = await send(path, { signal, accept: '*/*' })
  return { file: answer.status === 204 ? null : await answer.blob() }
}

/** The picture in the header of PDF and PNG files. */
export function LogoForm() {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const logo = useQuery({ queryKey, queryFn: ({ signal }) => readLogo(signal) })
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const upload = useAction(async () => {
    if (!file) return
    const body = new FormData()
    body.set('file', file)
    await call(path, { method: 'PUT', body })
    await queries.invalidateQueries({ queryKey })
    notify({ title: t('common.saved'), tone: 'done' })
  })
  const remove = useAction(async () => {
    await call(path, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file is sent once, when it is chosen
  useEffect(() => {
    if (file && file.size <= mostLogoBytes) upload.run()
  }, [file])
  const isTooLarge = file !== undefined && file.size > mostLogoBytes
  const problem = isTooLarge ? t('logo.tooLarge') : (upload.failure ?? remove.failure)
  return (
    <Card>
      <div className="flex flex-col gap-3 p-5">
        <p className="text-muted">{t('logo.text')}</p>
        <Loaded query={logo} title={t('settings.failed')}>
          {({ file: shown }) => (
            <div className="flex flex-wrap items-center gap-3">
              {shown && <Shown file={shown} />}
              <Button isBusy={upload.isBusy} onClick={() => input.current?.click()}>
                {t(shown ? 'logo.replace' : 'logo.upload')}
              </Button>
              {shown && (
                <Button look="quiet" isBusy={remove.isBusy} onClick={remove.run}>
                  {t('logo.remove')}
                </Button>
              )}
            </div>
          )}
        </Loaded>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('logo.upload')}
          accept="image/png,image/jpeg"
          onChange={({ target }) => {
            setFile(target.files?.[0])
            target.value = ''
          }}
        />
        {problem !== undefined && <Remark tone="danger">{problem}</Remark>}
      </div>
    </Card>
  )
}

function Shown({ file }: { file: Blob }) {
  const { t } = useTranslation('organization')
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (address === undefined) return null
  return <img src={address} alt={t('logo.alt')} className="h-9 max-w-48 object-contain" />
}
