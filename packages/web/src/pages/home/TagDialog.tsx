import type { FileEntry, VersionTag } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { Badge, Field, Remark, Select, TextArea, TextField } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { timeInWords } from '../../time-in-words.ts'
import { Button, notify, Trash } from '../../ui/index.ts'
import { opensAsWorkbook } from '../data/files.ts'
import { carriedTagsQuery, tagsQuery } from '../data/tags.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'

/** Puts a tag on a version of a document, or requests a protected one, and removes tags. */
export function TagDialog({ file, onClose }: { file: FileEntry; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const me = useSession()?.member
  const isWorkbook = opensAsWorkbook(file)
  const path = isWorkbook ? '/v2/workbooks' : '/v2/dataModels'
  const tags = useQuery(tagsQuery)
  const carried = useQuery(carriedTagsQuery(file))
  const [chosen, setChosen] = useState('')
  const [version, setVersion] = useState('')
  const [message, setMessage] = useState('')
  const all = tags.data?.entries ?? []
  const tag = all.find(({ versionTagId }) => versionTagId === chosen) ?? all[0]
  const mayPut = ({ isProtected, approverIds }: VersionTag) =>
    !isProtected || me?.isAdmin === true || approverIds.includes(me?.memberId ?? '')
  const needsRequest = tag !== undefined && !mayPut(tag)
  const isVersion = version === '' || (Number.isInteger(Number(version)) && Number(version) >= 1)
  const action = useAction(async () => {
    if (!tag) return
    const number = version === '' ? undefined : Number(version)
    if (needsRequest) {
      await send(`/v2/tags/${tag.versionTagId}/requests`, {
        method: 'POST',
        body: { inodeId: file.id, ...(number && { version: number }), ...(message && { message }) },
      })
      await queries.invalidateQueries({ queryKey: ['tag-requests'] })
    } else {
      const body = isWorkbook
        ? { workbookId: file.id, tag: tag.name, ...(number && { workbookVersion: number }) }
        : { dataModelId: file.id, tag: tag.name, ...(number && { dataModelVersion: number }) }
      await send(`${path}/tag`, { method: 'POST', body })
      await queries.invalidateQueries({ queryKey: ['tags'] })
    }
    notify({
      title: t(needsRequest ? 'tagging.asked' : 'tagging.done', { name: file.name, tag: tag.name }),
      tone: 'done',
    })
    onClose()
  })
  const removal = useAction(async (versionTagId: string) => {
    await send(`${path}/${file.id}/tags/${versionTagId}`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: ['tags'] })
  })
  return (
    <FormDialog
      title={t('tagging.title', { name: file.name })}
      submit={t(needsRequest ? 'tagging.ask' : 'tagging.tag')}
      action={action}
      isReady={tag !== undefined && isVersion}
      onClose={onClose}
    >
      {(carried.data?.length ?? 0) > 0 && (
        <ul aria-label={t('tagging.carried')} className="divide-y divide-line rounded-md border border-line">
          {carried.data?.map(({ id, name, version: tagged, at }) => (
            <li key={id} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <Badge tone="accent">{name}</Badge>
              <span className="grow text-xs text-muted">
                {t('tagging.version', { version: tagged, when: timeInWords(at, Date.now()) })}
              </span>
              {all.some((each) => each.versionTagId === id && mayPut(each)) && (
                <Button
                  look="quiet"
                  isIcon
                  aria-label={t('common.removeName', { name })}
                  disabled={removal.isBusy}
                  onClick={() => removal.run(id)}
                >
                  <Trash className="size-4" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {removal.failure && <Remark tone="danger">{removal.failure}</Remark>}
      {tags.data && all.length === 0 ? (
        <p className="text-muted">{t('tagging.none')}</p>
      ) : (
        <>
          <Field label={t('tagging.choose')} hint={tag?.description || undefined}>
            {({ id }) => (
              <Select
                id={id}
                value={tag?.versionTagId ?? ''}
                onChange={setChosen}
                options={all.map(({ versionTagId, name, isProtected }) => ({
                  value: versionTagId,
                  label: name,
                  text: isProtected ? t('tags.protected') : undefined,
                }))}
              />
            )}
          </Field>
          <TextField
            label={t('tagging.versionField')}
            isOptional={t('common.optional')}
            value={version}
            onChange={setVersion}
            inputMode="numeric"
            hint={t('tagging.latest')}
            error={isVersion ? undefined : t('tagging.versionWrong')}
          />
        </>
      )}
      {needsRequest && (
        <>
          <Remark>{t('tagging.protected')}</Remark>
          <TextArea
            label={t('tagging.message')}
            isOptional={t('common.optional')}
            value={message}
            onChange={setMessage}
            maxLength={4096}
            rows={2}
          />
        </>
      )}
    </FormDialog>
  )
}
