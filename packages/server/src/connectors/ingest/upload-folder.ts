/**
 * Storage of uploaded files: `.unfinished/<id>/` while one is being read, and `tables/<id>/<revision>/<part>.parquet` for tables. A
 * revision never changes: rows are appended by a new revision that links the parts of the previous one.
 */
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The name under which statements read an uploaded table at a revision. */
export const uploadedTable = (uploadId: string, revision: number): string =>
  `octavo_upload_${uploadId.replaceAll('-', '')}_${revision}`

/** Stored rows of elements have one revision, because they get a new id each time they are stored. */
export const storedRevision = 1

const nameForm = /^octavo_upload_([0-9a-f]{32})_(\d{1,9})$/

/** The files of an uploaded table by its name; null for any other name. */
export function filesOfUpload(tablesFolder: string, name: string): string | null {
  const [, id, revision] = nameForm.exec(name) ?? []
  return id === undefined || revision === undefined ? null : join(tablesFolder, id, revision, '*.parquet')
}

export const isUploadedTable = (name: string): boolean => nameForm.test(name)

/** Longer than any statement runs: the files of an old revision are kept this long for statements that started with it. */
const oldRevisionMs = 11 * 60_000
const unusedMs = 24 * 60 * 60_000

export type UploadFolder = ReturnType<typeof createUploadFolder>

export function createUploadFolder(path: string) {
  const folder = resolve(path)
  const unfinished = join(folder, '.unfinished')
  const tables = join(folder, 'tables')
  const folderOf = (uploadId: string) => join(tables, uploadId.replaceAll('-', ''))
  const revisionOf = (uploadId: string, revision: number) => join(folderOf(uploadId), String(revision))

  return {
    tables,
    /** A new folder for a file that is being read. */
    async stage(id: string): Promise<string> {
      const staged = join(unfinished, id)
      await mkdir(staged, { recursive: true, mode: 0o700 })
      return staged
    },
    async discard(id: string): Promise<void> {
      await rm(join(unfinished, id), { recursive: true, force: true })
    },
    /** Moves a Parquet file into place as a new revision, after the parts of revision `after` when rows are appended. Returns its size. */
    place(file: string, uploadId: string, revision: number, after: number | null): number {
      const target = revisionOf(uploadId, revision)
      // Leftovers of a failed attempt.
      rmSync(target, { recursive: true, force: true })
      mkdirSync(target, { recursive: true, mode: 0o700 })
      const parts = after === null ? [] : readdirSync(revisionOf(uploadId, after)).sort()
      if (after !== null)
        for (const part of parts) linkSync(join(revisionOf(uploadId, after), part), join(target, part))
      const part = join(target, `${String(parts.length + 1).padStart(6, '0')}.parquet`)
      renameSync(file, part)
      chmodSync(part, 0o400)
      return readdirSync(target).reduce((sum, name) => sum + statSync(join(target, name)).size, 0)
    },
    removeRevision(uploadId: string, revision: number): void {
      rmSync(revisionOf(uploadId, revision), { recursive: true, force: true })
    },
    /** Removes the files of a revision once no statement reads them any more. */
    retireRevision(uploadId: string, revision: number): void {
      setTimeout(() => this.removeRevision(uploadId, revision), oldRevisionMs).unref()
    },
    remove(uploadId: string): void {
      rmSync(folderOf(uploadId), { recursive: true, force: true })
    },
    /** Removes unused tables older than a day: leftovers of killed processes and erased documents. */
    sweep: (inUse: ReadonlySet<string>, now: number) => sweep(tables, inUse, now),
    /** Call it at the start of the server, when no other process writes: removes all revisions that are not in use. */
    clean(inUse: ReadonlyMap<string, number>): void {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(tables)) return
      const revisions = new Map([...inUse].map(([id, revision]) => [id.replaceAll('-', ''), String(revision)]))
      for (const id of readdirSync(tables)) {
        for (const revision of readdirSync(join(tables, id))) {
          if (revisions.get(id) !== revision) rmSync(join(tables, id, revision), { recursive: true, force: true })
        }
        if (!revisions.has(id)) rmSync(join(tables, id), { recursive: true, force: true })
      }
    },
  }
}

function sweep(tables: string, inUse: ReadonlySet<string>, now: number): void {
  if (!existsSync(tables)) return
  const known = new Set([...inUse].map((id) => id.replaceAll('-', '')))
  for (const id of readdirSync(tables)) {
    const folder = join(tables, id)
    if (!known.has(id) && now - statSync(folder).mtimeMs > unusedMs) rmSync(folder, { recursive: true, force: true })
  }
}
