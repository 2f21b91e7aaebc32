import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { DbtNode } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { extract } from 'tar-stream'

/** Documentation of one table from dbt. */
export interface DbtTable extends Omit<DbtNode, 'uploadedAt'> {
  /** Null when dbt names none, as for platforms without databases. */
  database: string | null
  schema: string
  name: string
  /** Descriptions by the name of the column in lower case. */
  columns: Record<string, string>
}

const mostManifestBytes = 64 * 1024 * 1024
/** An archive unpacks to more than the manifest, because it also contains compiled statements. */
const mostUnpackedBytes = 512 * 1024 * 1024
const kinds: ReadonlySet<string> = new Set(['model', 'seed', 'snapshot', 'source'])

type Fields = Readonly<Record<string, unknown>>

/** Tables of the manifest in an archive (tar.gz) of a dbt target folder. Throws `invalid_request`. */
export async function readDbtArtifacts(archive: Uint8Array): Promise<DbtTable[]> {
  const text = await manifestOf(archive)
  if (text === null) throw refused('The archive has no file manifest.json.')
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch {
    throw refused('manifest.json of the archive is not JSON.')
  }
  if (!isFields(manifest) || !isFields(manifest.nodes)) {
    throw refused('manifest.json of the archive has no "nodes": it is not the manifest of a dbt run.')
  }
  return tablesOf(manifest)
}

async function manifestOf(archive: Uint8Array): Promise<string | null> {
  const entries = extract()
  let unpacked = 0
  const unpack = Readable.from([archive])
    .pipe(createGunzip())
    .on('data', (chunk: Buffer) => {
      unpacked += chunk.length
      if (unpacked > mostUnpackedBytes) unpack.destroy(refused('The archive unpacks to more than 512 MiB.'))
    })
    .on('error', (error) => entries.destroy(error))
  unpack.pipe(entries)
  try {
    for await (const entry of entries) {
      const isManifest = entry.header.type === 'file' && /(^|\/)manifest\.json$/.test(entry.header.name)
      if (!isManifest) {
        entry.resume()
        continue
      }
      if ((entry.header.size ?? 0) > mostManifestBytes) throw refused('manifest.json has more than 64 MiB.')
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString('utf8')
    }
    return null
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused('The file is not a tar.gz archive.')
  } finally {
    unpack.destroy()
    entries.destroy()
  }
}

function tablesOf(manifest: Fields): DbtTable[] {
  const exposures = exposuresOf(manifest.exposures)
  return [...entriesOf(manifest.nodes), ...entriesOf(manifest.sources)].flatMap(([uniqueId, node]) => {
    const resourceType = textOf(node.resource_type)
    const schema = textOf(node.schema)
    const name = textOf(node.identifier) ?? textOf(node.alias) ?? textOf(node.name)
    if (resourceType === null || schema === null || name === null || !kinds.has(resourceType)) return []
    return [
      {
        uniqueId,
        resourceType,
        database: textOf(node.database),
        schema,
        name,
        ...optional('description', node.description),
        columns: columnsOf(node.columns),
        exposures: exposures.get(uniqueId) ?? [],
      },
    ]
  })
}

function columnsOf(columns: unknown): Record<string, string> {
  return Object.fromEntries(
    entriesOf(columns).flatMap(([key, column]) => {
      const description = textOf(column.description)
      return description === null ? [] : [[(textOf(column.name) ?? key).toLowerCase(), description]]
    }),
  )
}

/** Exposures by the name of the node that they read. */
function exposuresOf(exposures: unknown): Map<string, DbtNode['exposures']> {
  const byNode = new Map<string, DbtNode['exposures']>()
  const all = entriesOf(exposures).map(([, exposure]) => exposure)
  for (const exposure of all.toSorted((a, b) => String(a.name).localeCompare(String(b.name), 'en'))) {
    const name = textOf(exposure.name)
    const read = isFields(exposure.depends_on) ? exposure.depends_on.nodes : []
    if (name === null || !Array.isArray(read)) continue
    const owner = isFields(exposure.owner) ? exposure.owner : {}
    const known = {
      name,
      ...optional('label', exposure.label),
      ...optional('type', exposure.type),
      ...optional('description', exposure.description),
      ...webAddress(exposure.url),
      ...optional('ownerName', owner.name),
      ...optional('ownerEmail', owner.email),
    }
    for (const node of new Set(read.map(String))) byNode.set(node, [...(byNode.get(node) ?? []), known])
  }
  return byNode
}

/** An address that a page may link to; unsafe ones, such as `javascript:`, are left out. */
function webAddress(url: unknown): { url?: string } {
  const text = textOf(url)
  return text !== null && /^https?:\/\//i.test(text) ? { url: text } : {}
}

function entriesOf(value: unknown): [string, Fields][] {
  return isFields(value) ? Object.entries(value).filter((entry): entry is [string, Fields] => isFields(entry[1])) : []
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function optional<N extends string>(name: N, value: unknown): { [K in N]?: string } {
  const text = textOf(value)
  return (text === null ? {} : { [name]: text }) as { [K in N]?: string }
}

function refused(reason: string): AppError {
  return new AppError('invalid_request', {
    reason,
    problems: [{ path: 'artifacts', message: reason }],
    hint: 'Send the target folder of a dbt run, packed with "tar czf artifacts.tar.gz target".',
  })
}
