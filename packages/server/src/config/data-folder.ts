import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './startup-error.ts'

const reasons: ReadonlyMap<string, string> = new Map([
  ['EROFS', 'its disk is read-only'],
  ['EACCES', 'this account may not write it'],
  ['EPERM', 'this account may not change it'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['ENOENT', 'its file system takes no new folders'],
])

/**
 * Prepares the data folder so that only its owner has access: npm, a container or an archive may have created it with
 * other file permissions. Throws StartupError when it cannot be created or written.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = reasons.get(code) ?? code
    throw new StartupError(
      `The data folder ${folder} cannot be used: ${reason}.`,
      'Set OCTAVO_DATA to a folder that this account may create and write.',
      { cause: error },
    )
  }
}

/**
 * Creates one level at a time: `recursive` of Node 24 never returns where the file system refuses new folders (/proc).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
