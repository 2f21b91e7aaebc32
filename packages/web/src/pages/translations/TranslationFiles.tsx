import type { NewTranslation, TranslationEntry, WorkbookTranslationFile } from '@octavo/core/contract'
import { knownLocales } from '@octavo/core/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../api.ts'
import { saveJson } from '../../elements/use-export.ts'
import { localeName } from '../../formats.ts'
import { Field, Globe, Remark, Select, TextField } from '../../forms/index.ts'
import { timeInWords } from '../../time-in-words.ts'
import { Button, buttonLook, MenuItem, MenuSeparator, Message, notify, Plus } from '../../ui/index.ts'
import { RowMenu } from '../administration/RowMenu.tsx'
import { listAll } from '../data/list-all.ts'
import { useAction } from '../data/use-action.ts'
import { Confirm, FormDialog } from '../frame/dialogs.tsx'
import { Loaded } from '../frame/Page.tsx'
import { type Download, type PhraseFile, readPhrases, writePhrases } from './phrase-files.ts'

interface TranslationFilesProps {
  /** The path of the files in the API. */
  path: string
  /** The phrases of a new file. */
  startOf: () => PhraseFile
  /** The content of a download for the file as it is stored. Only the file itself can be downloaded where this is absent. */
  toDownload?: (download: Download, stored: WorkbookTranslationFile) => PhraseFile
  /** The address of the document in the language. */
  previewOf?: (entry: TranslationEntry) => string
}

type Task = { kind: 'new' } | { kind: 'remove'; entry: TranslationEntry }

/** The translation files of the organization or of a workbook: add, download, upload, delete. */
export function TranslationFiles({ path, startOf, toDownload, previewOf }: TranslationFilesProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const queryKey = ['translations', path]
  const files = useQuery({ queryKey, queryFn: ({ signal }) => listAll<TranslationEntry>(path, { signal }) })
  const refresh = () => queries.invalidateQueries({ queryKey })
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <div className="flex flex-col gap-3">
      <Loaded query={files} title={t('translations.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Message icon={Globe} className="py-6" title={t('translations.none')} text={t('translations.noneText')} />
          ) : (
            <ul aria-label={t('translations.list')} className="flex flex-col divide-y divide-line">
              {entries.map((entry) => (
                <FileRow
                  key={`${entry.lng} ${entry.lng_variant}`}
                  {...{ path, entry, toDownload, refresh }}
                  preview={previewOf?.(entry)}
                  onRemove={() => setTask({ kind: 'remove', entry })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button icon={Plus} className="self-start" onClick={() => setTask({ kind: 'new' })}>
        {t('translations.add')}
      </Button>
      {task?.kind === 'new' && (
        <NewFile {...{ path, startOf, refresh }} taken={files.data?.entries ?? []} onClose={close} />
      )}
      {task?.kind === 'remove' && <RemoveFile path={path} entry={task.entry} refresh={refresh} onClose={close} />}
    </div>
  )
}

const pathOf = (path: string, { lng, lng_variant }: Pick<TranslationEntry, 'lng' | 'lng_variant'>) =>
  [path, lng, ...(lng_variant === null ? [] : [lng_variant])]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/')

/** The language in the words of the interface, and the name of the variant. */
export function nameOfFile({ lng, lng_variant }: Pick<TranslationEntry, 'lng' | 'lng_variant'>): string {
  const language = new Intl.DisplayNames(localeName(), { type: 'language' }).of(lng) ?? lng
  return lng_variant === null ? language : `${language}, ${lng_variant}`
}

interface FileRowProps extends Pick<TranslationFilesProps, 'path' | 'toDownload'> {
  entry: TranslationEntry
  preview: string | undefined
  refresh: () => Promise<unknown>
  onRemove: () => void
}

function FileRow({ path, entry, toDownload, preview, refresh, onRemove }: FileRowProps) {
  const { t } = useTranslation('organization')
  const input = useRef<HTMLInputElement>(null)
  const at = pathOf(path, entry)
  const name = nameOfFile(entry)
  const [problem, setProblem] = useState<string>()
  const upload = useAction(async (file: File) => {
    const read = readPhrases(await file.text())
    setProblem(undefined)
    if ('problem' in read) {
      const key = read.problem === 'value' ? read.key : ''
      return setProblem(t(`translations.problem.${read.problem}`, { file: file.name, key }))
    }
    await send(at, { method: 'PUT', body: { translations: read.translations } })
    await refresh()
    const count = Object.keys(read.translations).length
    notify({ title: t('translations.uploaded', { count, name }), tone: 'done' })
  })
  const download = useAction(async (which: Download) => {
    const query = { inherited: which === 'file' ? undefined : true }
    const stored = await call<WorkbookTranslationFile>(at, { query })
    const content = toDownload ? toDownload(which, stored) : stored.translations
    const variant = entry.lng_variant === null ? '' : `-${entry.lng_variant}`
    saveJson(writePhrases(content), `${entry.lng}${variant}.json`)
  })
  const failure = problem ?? upload.failure ?? download.failure
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 grow">
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="truncate text-xs text-muted">
          {t('translations.changed', { locale: entry.lng, time: timeInWords(entry.updatedAt, Date.now()) })}
        </p>
      </div>
      {preview !== undefined && (
        <a href={preview} target="_blank" rel="noreferrer" className={buttonLook('secondary', false, true)}>
          {t('translations.preview')}
        </a>
      )}
      <Button
        isSmall
        isBusy={upload.isBusy}
        aria-label={t('translations.uploadOf', { name })}
        onClick={() => input.current?.click()}
      >
        {t('translations.upload')}
      </Button>
      <RowMenu label={t('translations.menuOf', { name })}>
        <MenuItem onSelect={() => download.run('file')}>{t('translations.download')}</MenuItem>
        {toDownload && (
          <>
            <MenuItem onSelect={() => download.run('untranslated')}>{t('translations.downloadUntranslated')}</MenuItem>
            <MenuItem onSelect={() => download.run('all')}>{t('translations.downloadAll')}</MenuItem>
          </>
        )}
        <MenuSeparator />
        <MenuItem isDanger onSelect={onRemove}>
          {t('translations.remove')}
        </MenuItem>
      </RowMenu>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('translations.uploadOf', { name })}
        accept="application/json,.json"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) upload.run(file)
        }}
      />
      {failure !== undefined && (
        <div className="basis-full">
          <Remark tone="danger">{failure}</Remark>
        </div>
      )}
    </li>
  )
}

interface TaskProps {
  path: string
  refresh: () => Promise<unknown>
  onClose: () => void
}

interface NewFileProps extends TaskProps, Pick<TranslationFilesProps, 'startOf'> {
  taken: readonly TranslationEntry[]
}

function NewFile({ path, startOf, taken, refresh, onClose }: NewFileProps) {
  const { t } = useTranslation('organization')
  const [lng, setLng] = useState<NewTranslation['lng']>(firstFree(taken))
  const [variant, setVariant] = useState('')
  const action = useAction(async () => {
    const name = variant.trim()
    const body: NewTranslation = {
      lng,
      lng_variant: name === '' ? null : name,
      translations: { ...startOf() },
    }
    await call(path, { method: 'POST', body })
    await refresh()
    onClose()
  })
  const choices = knownLocales
    .map((value) => ({ value, label: nameOfFile({ lng: value, lng_variant: null }), text: value }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <FormDialog title={t('translations.addTitle')} submit={t('translations.create')} action={action} onClose={onClose}>
      <Field label={t('translations.language')}>
        {(field) => <Select {...field} value={lng} options={choices} onChange={setLng} />}
      </Field>
      <TextField
        label={t('translations.variant')}
        isOptional={t('storages.optional')}
        hint={t('translations.variantHint')}
        value={variant}
        onChange={setVariant}
        maxLength={100}
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** A language that has no file yet, other than English, in which most documents are written. */
function firstFree(taken: readonly TranslationEntry[]): NewTranslation['lng'] {
  const used = new Set(taken.filter(({ lng_variant }) => lng_variant === null).map(({ lng }) => lng))
  return (['de', 'fr', 'es', 'ja', ...knownLocales].find((lng) => !used.has(lng)) as NewTranslation['lng']) ?? 'de'
}

function RemoveFile({ path, entry, refresh, onClose }: TaskProps & { entry: TranslationEntry }) {
  const { t } = useTranslation('organization')
  const action = useAction(async () => {
    await call(pathOf(path, entry), { method: 'DELETE' })
    await refresh()
    onClose()
  })
  return (
    <Confirm
      title={t('translations.removeTitle', { name: nameOfFile(entry) })}
      confirm={t('translations.remove')}
      action={action}
      onClose={onClose}
    >
      <p>{t('translations.removeText')}</p>
    </Confirm>
  )
}
