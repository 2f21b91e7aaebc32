import type { ActionConnector, ConnectorPlace } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { explain } from '../../../explain.ts'
import { Picker } from '../../../forms/index.ts'
import type { EffectEditor, EffectFieldsProps } from '../editing/effect-editor.ts'
import { ValueField, type ValueKind } from '../editing/ValueField.tsx'
import { connectorPlaces, type Effect, record } from '../effect.ts'

interface Page<Entry> {
  entries: Entry[]
}

/** Which API connector, and a value for each of its parameters that takes one. */
function Fields(props: EffectFieldsProps) {
  const { effect, onChange } = props
  const { t } = useTranslation('actions')
  const [search, setSearch] = useState('')
  const id = String(effect.apiConnectorId)
  const found = useConnectors(search.trim())
  // The chosen connector may not match the search.
  const all = useConnectors('', id !== '')
  const listed = found.data?.entries ?? []
  const chosen = [...listed, ...(all.data?.entries ?? [])].find(({ apiConnectorId }) => apiConnectorId === id)
  return (
    <>
      <Picker
        isSingle
        label={t('api.which')}
        placeholder={t('api.find')}
        choices={listed.map((each) => ({ value: each.apiConnectorId, label: each.name, text: each.host }))}
        chosen={id === '' ? [] : [{ value: id, label: chosen?.name ?? t('api.unknown') }]}
        onSearch={setSearch}
        nothing={t('api.nothing')}
        removeLabel={(label) => label}
        onChange={([picked]) => {
          const next = listed.find(({ apiConnectorId }) => apiConnectorId === picked?.value)
          if (next) onChange(callOf(effect, next))
        }}
      />
      {found.error && <p className="text-xs text-danger">{explain(found.error).message}</p>}
      {chosen && (
        <p className="truncate text-xs text-muted">
          {chosen.method} {chosen.host}
        </p>
      )}
      {parametersOf(effect, chosen).map((parameter) => (
        <Parameter key={`${parameter.place} ${parameter.key}`} {...props} parameter={parameter} />
      ))}
    </>
  )
}

function useConnectors(name: string, isNeeded = true) {
  return useQuery<Page<ActionConnector>>({
    queryKey: ['action connectors', name],
    placeholderData: (before) => before,
    enabled: isNeeded,
    retry: false,
    queryFn: ({ signal }) => {
      const query = { limit: 1000, ...(name === '' ? {} : { name }) }
      return call<Page<ActionConnector>>('/v2/action-connectors', { signal, query })
    },
  })
}

type ConnectorParameter = ActionConnector['parameters'][number]

/** The parameters of the connector, and removed parameters that the effect still has a value for. */
function parametersOf(effect: Effect, connector: ActionConnector | undefined): ConnectorParameter[] {
  const known = connector?.parameters ?? []
  const others = connectorPlaces.flatMap((place) =>
    Object.keys(record(effect[place]))
      .filter((key) => !known.some((each) => each.place === place && each.key === key))
      .map((key) => ({ place, key, type: null, isRequired: connector === undefined })),
  )
  return [...known, ...others]
}

function Parameter({
  effect,
  onChange,
  columns,
  parameter: { place, key, type, isRequired },
}: EffectFieldsProps & { parameter: ConnectorParameter }) {
  const { t } = useTranslation('actions')
  const given = record(effect[place])
  return (
    <div className="flex flex-col gap-1">
      <span className="truncate text-xs text-muted">
        {[key, t(`api.${place}`), type].filter((word) => word !== null).join(' · ')}
      </span>
      <ValueField
        label={key}
        kind={kindOf(type)}
        value={given[key]}
        columns={columns}
        isOptional={!isRequired}
        onChange={(next) => onChange(withValue(effect, place, key, next))}
      />
    </div>
  )
}

function withValue(effect: Effect, place: ConnectorPlace, key: string, value: Effect | undefined): Effect {
  const { [place]: before, ...rest } = effect
  const { [key]: _, ...others } = record(before)
  const values = value === undefined ? others : { ...record(before), [key]: value }
  return Object.keys(values).length > 0 ? { ...rest, [place]: values } : rest
}

function kindOf(type: string | null): ValueKind {
  if (type === 'number' || type === 'boolean') return type
  return type === 'array' ? 'text-list' : 'text'
}

const empty: Partial<Record<ValueKind, unknown>> = { number: 0, boolean: true, 'text-list': [] }

/** The call of another connector, whose parameters that need a value have an empty one. */
function callOf({ name, x }: Effect, { apiConnectorId, parameters }: ActionConnector): Effect {
  const bare: Effect = {
    ...(name === undefined ? {} : { name }),
    ...(x === undefined ? {} : { x }),
    effect: 'call-api',
    apiConnectorId,
  }
  return parameters
    .filter(({ isRequired }) => isRequired)
    .reduce((made, { place, key, type }) => {
      const kind = kindOf(type)
      const value = { type: 'constant', value: { type: kind, value: empty[kind] ?? '' } }
      return withValue(made, place, key, value)
    }, bare)
}

export const callApiEditor: EffectEditor = {
  first: () => ({ effect: 'call-api', apiConnectorId: '' }),
  Fields,
  returnsResult: true,
}
