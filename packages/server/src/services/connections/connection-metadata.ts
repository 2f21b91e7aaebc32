import type { ConnectionDetails, ConnectionInput } from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'
import { defaultPoolSizes } from '../../connectors/index.ts'
import type { WritePlace } from './published-settings.ts'

/** What a request says about a connection, wherever it says it. */
export interface ConnectionMetadata {
  /** With the metadata that is written beside them. */
  details: ConnectionDetails
  /** Null where nothing was said about writing. */
  write: WritePlace | null
  usesFriendlyNames: boolean
  /** As they are stored. */
  timeouts: string
  poolSizes: string
}

/** A value and where the request has it. */
type Given = readonly [path: string, value: unknown]

const defaultTimeoutSecs = 120
const mostAtOnce = 100
const texts = ['account', 'warehouse', 'user', 'role'] as const

/**
 * Reads the metadata from all places that it may have in a request. A text that is empty counts as absent, so that an
 * answer can be sent back. Throws `invalid_request` with every problem: what is given twice with different values, and
 * numbers out of range.
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
    // Only texts were moved, from fields of the same names.
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

/** The one value of several places. */
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

/** A size that is sent counts as set by people. */
function poolSizesOf({ poolSizes = {} }: ConnectionInput, problems: Problem[]): string {
  const { isPoolConfigured, ...sizes } = poolSizes
  for (const [name, size] of Object.entries(sizes)) {
    if (Number.isInteger(size) && size >= 1 && size <= mostAtOnce) continue
    problems.push({ path: `poolSizes.${name}`, message: `Must be a whole number from 1 to ${mostAtOnce}.` })
  }
  const isSet = isPoolConfigured ?? Object.keys(sizes).length > 0
  return JSON.stringify({ ...defaultPoolSizes, ...sizes, ...(isSet ? { isPoolConfigured: true } : {}) })
}
