import type { FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Picker, Select } from '../../../forms/index.ts'
import { IconButton, Plus, Trash } from '../../../ui/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { ValueField } from '../editing/ValueField.tsx'
import { record } from '../effect.ts'
import { TargetField } from '../open-url/Fields.tsx'

/** Which workbook, where it opens, and the values that its controls are given. */
function Fields(props: EffectFieldsProps) {
  const { effect, onChange } = props
  return (
    <>
      <WorkbookField
        documentId={String(effect.document)}
        onChange={(document) => {
          const { targetControls: _controls, target: _place, ...rest } = effect
          onChange({ ...rest, document })
        }}
      />
      <TargetField {...props} />
      <PassedControls {...props} />
    </>
  )
}

function WorkbookField({ documentId, onChange }: { documentId: string; onChange: (documentId: string) => void }) {
  const { t } = useTranslation('actions')
  const [search, setSearch] = useState('')
  const searchText = search.trim()
  const found = useQuery<{ entries: FileEntry[] }>({
    queryKey: ['files', 'documents', 'workbooks', searchText],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => {
      const query = { typeFilters: ['workbook'], limit: 50, ...(searchText === '' ? {} : { name: searchText }) }
      return call<{ entries: FileEntry[] }>('/v2/files', { signal, query })
    },
  })
  const named = useQuery({
    queryKey: ['file', documentId],
    enabled: documentId !== '',
    retry: false,
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${encodeURIComponent(documentId)}`, { signal }),
  })
  const choices = (found.data?.entries ?? []).map(({ id, name, path }) => ({ value: id, label: name, text: path }))
  const chosen = { value: documentId, label: named.data?.name ?? documentId }
  return (
    <Picker
      isSingle
      label={t('open.document')}
      placeholder={t('open.find')}
      choices={choices}
      chosen={documentId === '' ? [] : [chosen]}
      onSearch={setSearch}
      nothing={t('open.nothing')}
      removeLabel={(name) => name}
      onChange={([next]) => onChange(next?.value ?? '')}
    />
  )
}

/** Values for controls of the other workbook, by their ids. */
function PassedControls({ effect, onChange, columns }: EffectFieldsProps) {
  const { t } = useTranslation('actions')
  const documentId = String(effect.document)
  const controls = useQuery({
    queryKey: ['workbook-controls', documentId],
    enabled: documentId !== '',
    retry: false,
    queryFn: ({ signal }) =>
      call<{ entries: { name: string }[] }>(`/v2/workbooks/${encodeURIComponent(documentId)}/controls`, { signal }),
  })
  const names = (controls.data?.entries ?? []).map(({ name }) => name)
  const given = Object.entries(record(effect.targetControls))
  const set = (next: readonly (readonly [string, unknown])[]) => {
    const { targetControls: _, ...rest } = effect
    onChange(next.length > 0 ? { ...rest, targetControls: Object.fromEntries(next) } : rest)
  }
  const free = names.find((name) => given.every(([controlId]) => controlId !== name))
  const empty = { type: 'constant', value: { type: 'text', value: '' } }
  return (
    <>
      {given.map(([controlId, value], index) => (
        <div key={controlId} className="flex flex-col gap-1 border-l-2 border-line pl-2">
          <span className="flex gap-1">
            <Select
              label={t('open.control')}
              isSmall
              className="min-w-0 grow"
              value={controlId}
              options={[...new Set([controlId, ...names])].map((name) => ({ value: name, label: name }))}
              onChange={(next) => set(given.map((pair, at) => (at === index ? [next, value] : pair)))}
            />
            <IconButton
              label={t('open.removeControl', { name: controlId })}
              icon={Trash}
              size="small"
              onClick={() => set(given.filter((_, at) => at !== index))}
            />
          </span>
          <ValueField
            label={controlId}
            kind="text"
            value={value}
            columns={columns}
            onChange={(next) => set(given.map((pair, at) => (at === index ? [controlId, next] : pair)))}
          />
        </div>
      ))}
      {free !== undefined && (
        <button
          type="button"
          className="flex items-center gap-1 self-start text-xs text-accent-text hover:underline"
          onClick={() => set([...given, [free, empty]])}
        >
          <Plus className="size-3.5" aria-hidden />
          {t('open.addControl')}
        </button>
      )}
    </>
  )
}

export const openDocumentEditor: EffectEditor = {
  first: () => ({ effect: 'open-document', document: '', documentType: 'workbook', openTarget: '_blank' }),
  Fields,
}
