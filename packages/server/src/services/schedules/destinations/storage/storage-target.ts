import type { WorkbookCloudExport } from '@octavo/core/contract'
import type { SavedStorage } from '../../../organization/settings/organization-settings.ts'

/** The address that an export is written to. */
export const addressOfExport = ({ uri, timestampedUri }: WorkbookCloudExport): string =>
  (timestampedUri ?? uri ?? '').trim()

const mostKeyBytes = 1024

/** The bucket and the path of an address; null for an address of another form. */
export function readAddress(address: string): { bucket: string; path: string } | null {
  const found = /^s3:\/\/([^/]+)\/(.*)$/s.exec(address)
  return found ? { bucket: found[1] ?? '', path: found[2] ?? '' } : null
}

const isFolder = (path: string): boolean => path === '' || path.endsWith('/')

/** Problems of a cloud storage target, by field. */
export function* problemsOfExport(
  asked: WorkbookCloudExport,
  storages: readonly SavedStorage[],
  fileCount: number,
): Generator<{ field: keyof WorkbookCloudExport; message: string }> {
  const { authorization = '', exportFormat = 'csv', timestampedUri } = asked
  const storage = storages.find(({ name }) => name === authorization)
  if (!storage) {
    const known = storages.map(({ name }) => name).join(', ')
    const instead = known === '' ? 'An administrator adds one in the settings of the organization.' : `Known: ${known}.`
    yield { field: 'authorization', message: `No storage is called ${JSON.stringify(authorization)}. ${instead}` }
  }
  const field = timestampedUri === undefined || timestampedUri === null ? 'uri' : 'timestampedUri'
  const address = addressOfExport(asked)
  const read = readAddress(address)
  if (!read) {
    yield {
      field,
      message: `${JSON.stringify(address.slice(0, 100))} is not an address such as s3://bucket/folder/file.csv.`,
    }
    return
  }
  const segments = (isFolder(read.path) ? read.path.slice(0, -1) : read.path).split('/')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to be refused
  const isOdd = /[\u0000-\u001f\u007f\\]/.test(read.path) || segments.some((each) => each === '.' || each === '..')
  if (isOdd || (read.path !== '' && segments.includes(''))) {
    yield { field, message: 'The address has an empty part, a part . or .., a backslash or a control character.' }
  }
  if (storage && !isInside(storage, read)) {
    yield { field, message: `The storage "${authorization}" takes addresses below ${addressOfStorage(storage)}.` }
  }
  if (exportFormat === 'csv' && /\.gz$/i.test(read.path)) {
    yield { field, message: 'The name ends in .gz, and the format is csv: choose csv.gzip, or another name.' }
  }
  if (!isFolder(read.path) && fileCount > 1) {
    yield { field, message: `It names one object, and ${fileCount} files are sent: end it with / for a folder.` }
  }
  if (Buffer.byteLength(read.path) > mostKeyBytes - 200) {
    yield { field, message: `The address is too long: with the name of the file it has at most ${mostKeyBytes} bytes.` }
  }
}

/** The address below which exports to a storage may be written. */
export const addressOfStorage = ({ bucket, prefix }: Pick<SavedStorage, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}/${prefix}`

export const isInside = (
  { bucket, prefix }: Pick<SavedStorage, 'bucket' | 'prefix'>,
  place: { bucket: string; path: string },
): boolean => place.bucket === bucket && place.path.startsWith(prefix)

/**
 * The object key of a file. It depends only on the target, the file name and the due time, so that a repeated attempt overwrites the same
 * object.
 */
export function objectKeyOf(asked: WorkbookCloudExport, path: string, fileName: string, dueAt: number): string {
  const cut = path.lastIndexOf('/') + 1
  const name = isFolder(path) ? fileName : path.slice(cut)
  const isStamped = asked.timestampedUri !== undefined && asked.timestampedUri !== null
  const stamp = isStamped ? `${new Date(dueAt).toISOString().slice(0, 19).replaceAll(':', '-')}Z_` : ''
  return `${path.slice(0, cut)}${stamp}${withExtension(name, asked.exportFormat === 'csv.gzip')}`
}

function withExtension(name: string, isGzip: boolean): string {
  const isCsv = /\.csv$/i.test(name)
  if (!isGzip) return isCsv ? name : `${name}.csv`
  if (/\.gz$/i.test(name)) return name
  return isCsv ? `${name}.gz` : `${name}.csv.gz`
}
