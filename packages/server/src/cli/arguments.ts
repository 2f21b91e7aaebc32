import { parseArgs } from 'node:util'
import { StartupError } from '../config/index.ts'

/** The given flags. Throws StartupError with the usage for an argument that the command does not know. */
export function flagsOf<Name extends string>(args: string[], names: readonly Name[], usage: string): Set<Name> {
  const known = new Map<string, Name>(names.map((name) => [`--${name}`, name]))
  const given = args.map((arg) => known.get(arg))
  if (given.includes(undefined)) throw notUnderstood(usage)
  return new Set(given.filter((name) => name !== undefined))
}

const notUnderstood = (usage: string): StartupError =>
  new StartupError('The command was not understood.', `Usage: ${usage}`)

/** Parses one path and an optional `--key <path>`. Throws StartupError with the usage for anything else. */
export function pathsOf(args: string[], usage: string): { path: string; key: string | null } {
  try {
    const { positionals, values } = parseArgs({ args, options: { key: { type: 'string' } }, allowPositionals: true })
    const [path, ...others] = positionals
    if (path !== undefined && others.length === 0) return { path, key: values.key ?? null }
  } catch {
    // An unknown option: the usage below lists the known ones.
  }
  throw notUnderstood(usage)
}
