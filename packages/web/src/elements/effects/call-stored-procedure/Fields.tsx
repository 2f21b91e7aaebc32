import type { Connection, StoredProcedure } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { explain } from '../../../explain.ts'
import { Picker, Select } from '../../../forms/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { withEffect } from '../editing/sequence-edits.ts'
import { ValueField, type ValueKind } from '../editing/ValueField.tsx'
import type { Effect } from '../effect.ts'
import { kindOfType } from './kind-of-type.ts'

interface Page<Entry> {
  entries: Entry[]
}

/** The connection, its procedure, and a value for each input argument. */
function Fields(props: EffectFieldsProps) {
  const { effect, onChange } = props
  const { t } = useTranslation('actions')
  const connections = useQuery<Page<Connection>>({
    queryKey: ['connections', 'of actions'],
    queryFn: ({ signal }) => call<Page<Connection>>('/v2/connections', { signal, query: { limit: 1000 } }),
  })
  const connectionId = String(effect.connectionId)
  const writing = (connections.data?.entries ?? []).filter(
    (connection) => connection.connectionId === connectionId || connection.writeAccess === true,
  )
  const offered = writing.map(({ connectionId: value, name }) => ({ value, label: name }))
  const none = { value: '', label: t('procedure.noConnection'), isDisabled: true }
  return (
    <>
      <Select
        label={t('procedure.connection')}
        isSmall
        value={connectionId}
        options={connectionId === '' ? [none, ...offered] : offered}
        onChange={(next) => onChange(withEffect(effect, { ...emptyCall, connectionId: next }))}
      />
      {connectionId !== '' && <ProcedureField key={connectionId} {...props} connectionId={connectionId} />}
    </>
  )
}

function ProcedureField(props: EffectFieldsProps & { connectionId: string }) {
  const { effect, onChange, connectionId } = props
  const { t } = useTranslation('actions')
  const [search, setSearch] = useState('')
  const path: unknown[] = Array.isArray(effect.path) ? effect.path : []
  const name = path.at(-1) === '' ? '' : path.join('.')
  const found = useProcedures(connectionId, search.trim())
  // The chosen procedure may not match the search.
  const known = useProcedures(connectionId, String(path.at(-1) ?? ''), name !== '')
  const listed = found.data?.entries ?? []
  const chosen = (known.data?.entries ?? []).find((each) => keyOf(each) === keyOf(effect))
  return (
    <>
      <Picker
        isSingle
        label={t('procedure.which')}
        placeholder={t('procedure.find')}
        choices={listed.map((each) => ({ value: keyOf(each), label: each.path.join('.'), text: each.signature }))}
        chosen={name === '' ? [] : [{ value: keyOf(effect), label: name }]}
        onSearch={setSearch}
        nothing={t('procedure.nothing')}
        removeLabel={(label) => label}
        onChange={([chosenNow]) => {
          const next = listed.find((each) => keyOf(each) === chosenNow?.value)
          if (next) onChange(withEffect(effect, callOf(connectionId, next)))
        }}
      />
      {found.error && <p className="text-xs text-danger">{explain(found.error).message}</p>}
      <Arguments {...props} procedure={chosen} />
    </>
  )
}

function useProcedures(connectionId: string, search: string, isNeeded = true) {
  return useQuery<Page<StoredProcedure>>({
    queryKey: ['procedures', connectionId, search],
    placeholderData: (before) => before,
    enabled: isNeeded,
    retry: false,
    queryFn: ({ signal }) => {
      const query = { limit: 50, ...(search === '' ? {} : { search }) }
      return call<Page<StoredProcedure>>(`/v2/connections/${connectionId}/procedures`, { signal, query })
    },
  })
}

function Arguments({
  effect,
  onChange,
  columns,
  procedure,
}: EffectFieldsProps & { procedure: StoredProcedure | undefined }) {
  const { t } = useTranslation('actions')
  const given: unknown[] = Array.isArray(effect.arguments) ? effect.arguments : []
  const taking = procedure && inputsOf(procedure)
  return given.map((value, index) => {
    const { name, type } = taking?.[index] ?? { name: '', type: 'text' }
    const label = name || t('procedure.argument', { number: index + 1 })
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: arguments have no other identity than their place
      <div key={index} className="flex flex-col gap-1">
        <span className="truncate text-xs text-muted">
          {label} · {type}
        </span>
        <ValueField
          label={label}
          kind={kindOfType(type)}
          value={value}
          columns={columns}
          onChange={(next) => onChange({ ...effect, arguments: given.map((each, at) => (at === index ? next : each)) })}
        />
      </div>
    )
  })
}

const inputsOf = ({ parameters }: StoredProcedure) => parameters.filter(({ mode }) => mode !== 'out')

const keyOf = ({ path, signature }: Readonly<Record<string, unknown>>) => JSON.stringify([path, signature ?? ''])

const emptyCall: Effect = { effect: 'call-stored-procedure', connectionId: '', path: ['', ''], arguments: [] }

const empty: Partial<Record<ValueKind, unknown>> = { number: 0, boolean: true }

function callOf(connectionId: string, procedure: StoredProcedure): Effect {
  const { path, signature } = procedure
  const values = inputsOf(procedure).map(({ type }) => {
    const kind = kindOfType(type)
    return { type: 'constant', value: { type: kind, value: empty[kind] ?? '' } }
  })
  return { ...emptyCall, connectionId, path, signature, arguments: values }
}

export const callStoredProcedureEditor: EffectEditor = { first: () => emptyCall, Fields, returnsResult: true }
