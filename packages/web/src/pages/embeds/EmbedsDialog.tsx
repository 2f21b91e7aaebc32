import type { CreatedEmbed, Embed, WorkbookSpec } from '@octavo/core/contract'
import { documentOfFormN, elementName, elementsOfPage, type WorkbookDocument } from '@octavo/core/document'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../api.ts'
import { explain } from '../../explain.ts'
import { CopyField, Field, Globe, type Option, Remark, Select } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button, Dialog, IconButton, Message, Trash } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { useAction } from '../data/use-action.ts'
import { Confirm } from '../frame/dialogs.tsx'
import { Loaded } from '../frame/Page.tsx'

interface EmbedsDialogProps {
  workbookId: string
  name: string
  onClose: () => void
}

/** The public embeds of a workbook: their addresses, and buttons to create and delete them. */
export function EmbedsDialog({ workbookId, name, onClose }: EmbedsDialogProps) {
  const { t } = useTranslation('embeds')
  const common = useTranslation().t
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/embeds`
  const queries = useQueryClient()
  const queryKey = ['embeds', workbookId]
  const embeds = useQuery({ queryKey, queryFn: ({ signal }) => listAll<Embed>(path, { signal }) })
  const refresh = () => queries.invalidateQueries({ queryKey })
  const isAdmin = useSession()?.member.isAdmin === true
  const [leaving, setLeaving] = useState<Embed>()
  const nameOf = ({ sourceType, sourceName }: Embed) =>
    sourceType === 'workbook' ? t('whole') : (sourceName ?? t('untitled'))
  return (
    <Dialog
      size="form"
      title={t('title', { name })}
      description={t('lead')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
    >
      <div className="flex flex-col gap-4">
        {isAdmin ? (
          <NewEmbed workbookId={workbookId} path={path} onCreated={refresh} />
        ) : (
          <Remark>{t('mayNot')}</Remark>
        )}
        <Loaded query={embeds} title={t('failed')}>
          {({ entries }) =>
            entries.length === 0 ? (
              <Message icon={Globe} className="py-8" title={t('none')} text={t('noneText')} />
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {entries.map((embed) => (
                  <li key={embed.embedId} className="flex flex-col gap-1.5 py-3">
                    <div className="flex items-center gap-2">
                      <span className="min-w-0 truncate font-medium">{nameOf(embed)}</span>
                      {embed.sourceType !== 'workbook' && (
                        <span className="shrink-0 text-xs text-muted">{t(embed.sourceType)}</span>
                      )}
                      <span className="grow" />
                      <IconButton
                        size="small"
                        icon={Trash}
                        label={t('delete', { name: nameOf(embed) })}
                        onClick={() => setLeaving(embed)}
                      />
                    </div>
                    <CopyField
                      label={t('address', { name: nameOf(embed) })}
                      value={embed.embedUrl}
                      copy={t('copy')}
                      copied={t('copied')}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {isAdmin && <p className="text-xs text-muted">{t('origins')}</p>}
      </div>
      {leaving && <DeleteEmbed embed={leaving} path={path} onClose={() => setLeaving(undefined)} onDeleted={refresh} />}
    </Dialog>
  )
}

interface NewEmbedProps {
  workbookId: string
  path: string
  onCreated: () => unknown
}

function NewEmbed({ workbookId, path, onCreated }: NewEmbedProps) {
  const { t } = useTranslation('embeds')
  const [chosen, setChosen] = useState('workbook')
  // An embed shows the published version, not the draft.
  const published = useQuery({
    queryKey: ['publishedSpec', workbookId],
    queryFn: async ({ signal }) => {
      const at = `/v2/workbooks/${encodeURIComponent(workbookId)}/spec`
      return documentOfFormN(await call<WorkbookSpec>(at, { signal, query: { form: 'nested' } }))
    },
  })
  const action = useAction(async () => {
    const [sourceType = 'workbook', sourceId] = split(chosen)
    await call<CreatedEmbed>(path, { method: 'POST', body: { embedType: 'public', sourceType, sourceId } })
    await onCreated()
  })
  const failure = action.failure ?? (published.error ? explain(published.error).message : undefined)
  const options = [{ value: 'workbook', label: t('whole') }, ...partsOf(published.data, t)]
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Field label={t('what')}>
            {({ id }) => <Select id={id} value={chosen} options={options} onChange={setChosen} />}
          </Field>
        </div>
        <Button look="primary" isBusy={action.isBusy} onClick={() => action.run()}>
          {t('create')}
        </Button>
      </div>
      {failure && (
        <p role="alert" className="text-xs whitespace-pre-line text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}

/** `page:<id>` and `element:<id>`; ids may hold colons too. */
function split(chosen: string): [string, string | undefined] {
  const at = chosen.indexOf(':')
  return at < 0 ? [chosen, undefined] : [chosen.slice(0, at), chosen.slice(at + 1)]
}

type Words = (key: 'pages' | 'elementsOf' | 'untitled', values?: Record<string, string>) => string

/** Pages that everybody can see, and the named elements on them. */
function partsOf(document: WorkbookDocument | undefined, t: Words): Option<string>[] {
  const pages = document?.pages.filter(({ visibility }) => visibility === undefined) ?? []
  const elements = pages.flatMap((page) =>
    document
      ? elementsOfPage(document, page.id).flatMap((element) => {
          const label = elementName(element)
          return label ? [{ value: `element:${element.id}`, label, group: t('elementsOf', { page: page.name }) }] : []
        })
      : [],
  )
  return [...pages.map(({ id, name }) => ({ value: `page:${id}`, label: name, group: t('pages') })), ...elements]
}

interface DeleteEmbedProps {
  embed: Embed
  path: string
  onClose: () => void
  onDeleted: () => unknown
}

function DeleteEmbed({ embed, path, onClose, onDeleted }: DeleteEmbedProps) {
  const { t } = useTranslation('embeds')
  const action = useAction(async () => {
    await send(`${path}/${encodeURIComponent(embed.embedId)}`, { method: 'DELETE' })
    await onDeleted()
    onClose()
  })
  return (
    <Confirm title={t('deleteTitle')} confirm={t('deleteConfirm')} action={action} onClose={onClose}>
      {t('deleteText')}
    </Confirm>
  )
}
