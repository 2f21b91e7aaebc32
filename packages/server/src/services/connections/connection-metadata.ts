import type { ConnectionDetails, ConnectionInput } from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'
import { defaultPoolSizes } from '../../connectors/index.ts'
import type { WritePlace } from './published-settings.ts'

/** Metadata of a connection, collected from all the places where a request may have it. */
export interface ConnectionMetadata {
  /** The details with the metadata that belongs beside them. */
  details: ConnectionDetails
  /** Null when the request does not mention writing. */
  write: WritePlace | null
  usesFriendlyNames: boolean
  /** Timeouts in their stored form. */
  timeouts: string
  poolSizes: string
}

/** The type that responses contain for a platform with two names. */
export const storedType = (type: string): string => (type === 'trino' ? 'starburst' : type)

/** A path in the request and its value. */
type Given = readonly [path: string, value: unknown]

const defaultTimeoutSecs = 120
const mostAtOnce = 100
const texts = ['account', 'warehouse', 'user', 'role'] as const

/**
 * Reads the metadata from every place where a request may have it. An empty text counts as absent, so that a response can be sent back.
 * Throws `invalid_request` with every problem: contradicting values in two places, and numbers out of range.
 */
export function metadataOf(input: ConnectionInput): ConnectionMetadata {
  const problems: Problem[] = []
  const { writeAccess: _, writebackSchemas: __, ...rest } = input.details
  const details: Record<string, unknown> = { ...rest }
  for (const name of texts) {
    const value = agreed(problems, [name, input[name]], [`details.${name}`, details[name]])
    if (value === undefined) delete details[name]
    else details[name] = value
  }
  const places = placesOf(input)
  const warehouse = agreed(
    problems,
    ['materializationWarehouse', input.materializationWarehouse],
    ['details.materializationWarehouse', details.materializationWarehouse],
    ...places.map(([path, place]): Given => [`${path}.materializationWarehouse`, place.materializationWarehouse]),
  )
  if (warehouse === undefined) delete details.materializationWarehouse
  else details.materializationWarehouse = warehouse
  const friendly = agreed(problems, ['friendlyName', input.friendlyName], ['useFriendlyNames', input.useFriendlyNames])
  const seconds = agreed(problems, ['timeout.default', input.timeout?.default], ['timeoutSecs', input.timeoutSecs])
  const metadata = {
    // Only text fields were moved, between fields of the same names.
    details: details as ConnectionDetails,
    write: writeOf(input, places, problems),
    usesFriendlyNames: friendly !== false,
    timeouts: JSON.stringify({ ...input.timeout, default: seconds ?? defaultTimeoutSecs }),
    poolSizes: poolSizesOf(input, problems),
  }
  if (problems.length > 0) {
    throw new AppError('invalid_request', { reason: problems[0]?.message ?? '', problems })
  }
  return metadata
}

/** The single value that several places agree on. */
function agreed(problems: Problem[], ...places: readonly Given[]): unknown {
  const [first, ...others] = places.filter(([, value]) => value !== undefined && value !== '')
  if (first === undefined) return undefined
  for (const [path, value] of others) {
    if (value === first[1]) continue
    const message = `"${path}" and "${first[0]}" have different values.`
    problems.push({ path, message, hint: 'Send the value once, or the same value twice.' })
  }
  return first[1]
}

type PlaceInput = Extract<NonNullable<ConnectionInput['writeAccess']>, object>

/** The objects that name a place to write into. */
function placesOf({ writeAccess, details }: ConnectionInput): [path: string, place: PlaceInput][] {
  const own = (path: string, given: ConnectionInput['writeAccess']): [string, PlaceInput][] =>
    typeof given === 'object' ? [[path, given]] : []
  return [
    ...own('writeAccess', writeAccess),
    ...own('details.writeAccess', details.writeAccess),
    ...own('details.writebackSchemas.0', details.writebackSchemas?.[0]),
  ]
}

function writeOf(
  input: ConnectionInput,
  places: readonly (readonly [path: string, place: PlaceInput])[],
  problems: Problem[],
): WritePlace | null {
  const at = (names: readonly (keyof PlaceInput)[]) =>
    places.flatMap(([path, place]) => names.map((name): Given => [`${path}.${name}`, place[name]]))
  const database = agreed(
    problems,
    ['writeDatabase', input.writeDatabase],
    ...at(['writeDatabase', 'writeCatalog', 'writeProject']),
  )
  const schema = agreed(problems, ['writeSchema', input.writeSchema], ...at(['writeSchema', 'writeDataset']))
  const switches = [input.writeAccess, input.details.writeAccess].map((given) =>
    typeof given === 'object' ? hasSchema(given) || undefined : given,
  )
  const byList = places.some(([path]) => path.startsWith('details.writebackSchemas')) || undefined
  const isOn =
    agreed(
      problems,
      ['writeAccess', switches[0]],
      ['details.writeAccess', switches[1]],
      ['details.writebackSchemas', byList],
    ) === true
  if (isOn && schema === undefined) {
    problems.push({ path: 'writeSchema', message: 'Write access needs "writeSchema", the schema to write into.' })
  }
  const ownDatabase = input.details.database
  if (typeof database === 'string' && ownDatabase !== undefined && database !== ownDatabase) {
    const message = `The connection writes into its own database "${ownDatabase}" only.`
    problems.push({ path: 'writeDatabase', message })
  }
  if (!isOn && database === undefined && schema === undefined) return null
  return { isOn, database: textOf(database), schema: textOf(schema) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const hasSchema = ({ writeSchema, writeDataset }: PlaceInput): boolean =>
  textOf(writeSchema) !== '' || textOf(writeDataset) !== ''

/** A pool size in the request counts as set by people. */
function poolSizesOf({ poolSizes = {} }: ConnectionInput, problems: Problem[]): string {
  const { isPoolConfigured, ...sizes } = poolSizes
  for (const [name, size] of Object.entries(sizes)) {
    if (Number.isInteger(size) && size >= 1 && size <= mostAtOnce) continue
    problems.push({ path: `poolSizes.${name}`, message: `Must be a whole number from 1 to ${mostAtOnce}.` })
  }
  const isSet = isPoolConfigured ?? Object.keys(sizes).length > 0
  return JSON.stringify({ ...defaultPoolSizes, ...sizes, ...(isSet ? { isPoolConfigured: true } : {}) })
}
