import type { ApiConnector, ApiConnectorTest, ConnectorParam } from '@octavo/core/contract'

export const places = ['pathParams', 'queryParams', 'headers', 'bodyParams'] as const
export type Place = (typeof places)[number]

/** A value that a test call needs. */
export interface Asked {
  place: Place
  param: ConnectorParam
}

/** The name of its form field. */
export const nameOf = ({ place, param }: Asked): string => `${place} ${param.key}`

export const askedOf = ({ params }: ApiConnector): Asked[] =>
  places.flatMap((place) =>
    params[place].filter(({ mode }) => mode === 'dynamic').map((param): Asked => ({ place, param })),
  )

/** The entered values, by `nameOf`. An empty text is left out if the value has a default. */
export function valuesOf(asked: readonly Asked[], texts: ReadonlyMap<string, string>): ApiConnectorTest {
  const values: Record<Place, Record<string, unknown>> = {
    pathParams: {},
    queryParams: {},
    headers: {},
    bodyParams: {},
  }
  for (const each of asked) {
    const text = texts.get(nameOf(each)) ?? ''
    const { key, value } = each.param
    if (text !== '' || (value ?? null) === null) values[each.place][key] = typed(text, each.param.type ?? null)
  }
  return values
}

/** Text parameters get the text unchanged; for other types, valid JSON is parsed. */
function typed(text: string, type: ConnectorParam['type']): unknown {
  if (type === 'string' || type === 'raw') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
