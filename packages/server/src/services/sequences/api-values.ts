import {
  type ApiConnectorTest,
  type ConnectorParam,
  type ConnectorPlace,
  type ConnectorRequest,
  connectorPlaces,
} from '@octavo/core/contract'
import { controlShape, findControl, type WorkbookDocument } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The value expressions of an effect that calls an API. */
export function apiValueEntries(effect: Fields): { place: ConnectorPlace; key: string; value: unknown }[] {
  return connectorPlaces.flatMap((place) =>
    Object.entries(fieldsOf(effect[place])).map(([key, value]) => ({ place, key, value })),
  )
}

/** The values of one call in the types of the connector's parameters. A value without cells is left out. */
export function apiValuesOf(
  request: ConnectorRequest,
  { effect, document }: { effect: Fields; document: WorkbookDocument },
  cellsOf: (place: ConnectorPlace, key: string, value: unknown) => readonly Cell[] | undefined,
): ApiConnectorTest {
  const values: Partial<Record<ConnectorPlace, Record<string, unknown>>> = {}
  for (const { place, key, value } of apiValueEntries(effect)) {
    const cells = cellsOf(place, key, value)
    if (cells === undefined) continue
    const param = place === 'bodyParams' ? undefined : request[place].find((each) => each.key === key)
    values[place] = { ...values[place], [key]: typedValue(param?.type ?? null, cells, isList(document, value)) }
  }
  return values
}

/** Whether the value is a list even when it has one item. */
function isList(document: WorkbookDocument, value: unknown): boolean {
  const { type, value: constant, control: controlId } = fieldsOf(value)
  if (type === 'constant') return String(fieldsOf(constant).type).endsWith('-list')
  const control = type === 'control' ? findControl(document, String(controlId)) : undefined
  return control !== undefined && controlShape(control).form === 'list'
}

/** Values of controls are texts; they are converted to numbers and booleans for parameters of these types. */
function typedValue(type: ConnectorParam['type'], cells: readonly Cell[], list: boolean): unknown {
  if (type === 'array') return cells
  if ((type === null || type === undefined) && (list || cells.length > 1)) return cells
  const [cell = null] = cells
  if (cell === null) return null
  switch (type) {
    case 'number':
      return typeof cell === 'string' && cell.trim() !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell
    case 'boolean':
      return cell === 'true' || cell === 'false' ? cell === 'true' : cell
    case 'object':
      return typeof cell === 'string' ? jsonOf(cell) : cell
    case 'string':
      return String(cell)
    default:
      return cell
  }
}

/** The value of a JSON text; the text itself when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
