import { parseArgs } from 'node:util'
import { StartupError } from '../config/index.ts'

/** Flags that were given, of those that the command knows. Throws StartupError with the usage for anything else. */
export function flagsOf<Name extends string>(args: string[], names: readonly Name[], usage: string): Set<Name> {
  const known = new Map<string, Name>(names.map((name) => [`--${name}`, name]))
  const given = args.map((arg) => known.get(arg))
  if (given.includes(undefined)) throw notUnderstood(usage)
  return new Set(given.filter((name) => name !== undefined))
}

const notUnderstood = (usage: string): StartupError =>
  new StartupError('The command was not understood.', `Usage: ${usage}`)

/** One path and perhaps `--key <path>`. Throws StartupError with the usage for anything else. */
export function pathsOf(args: string[], usage: string): { path: string; key: string | null } {
  try {
    const { positionals, values } = parseArgs({ args, options: { key: { type: 'string' } }, allowPositionals: true })
    const [path, ...others] = positionals
    if (path !== undefined && others.length === 0) return { path, key: values.key ?? null }
  } catch {
    // An option that is not known; the usage says which are.
  }
  throw notUnderstood(usage)
}
