/** A tar archive whose bytes depend only on names and contents: not on times, owners or the order of a folder. */
import { createReadStream, createWriteStream, lstatSync, readlinkSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'

/** A file of the archive: a local file, its content, or a link to another path of the archive. */
export type ArchiveFile = { name: string; isExecutable?: boolean } & (
  | { from: string }
  | { content: string | Buffer }
  | { linkTo: string }
)

/** The same time for all files, so that archives of equal files are equal. */
const mtime = new Date(0)

/** Writes the files in the order of their names; resolves to their size in bytes without compression. */
export async function writeArchive(target: string, files: readonly ArchiveFile[]): Promise<number> {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(target))
  let sizeBytes = 0
  for (const file of [...files].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
    sizeBytes += await addFile(archive, file)
  }
  archive.finalize()
  await written
  return sizeBytes
}

async function addFile(archive: Pack, file: ArchiveFile): Promise<number> {
  const shared = { name: file.name, mtime, uid: 0, gid: 0, mode: file.isExecutable ? 0o755 : 0o644 }
  if ('linkTo' in file) {
    archive.entry({ ...shared, type: 'symlink', linkname: file.linkTo, mode: 0o777 })
    return 0
  }
  if ('content' in file) {
    archive.entry(shared, file.content)
    return Buffer.byteLength(file.content)
  }
  const stat = lstatSync(file.from)
  if (stat.isSymbolicLink()) return addFile(archive, { name: file.name, linkTo: readlinkSync(file.from) })
  const mode = (stat.mode & 0o111) === 0 ? 0o644 : 0o755
  const entry = archive.entry({ ...shared, mode, size: stat.size })
  await pipeline(createReadStream(file.from), entry)
  return stat.size
}
