import { parseArgs } from 'node:util'
import { StartupError } from '../config/index.ts'

/** One path and perhaps `--key <path>`. Throws StartupError with the usage for anything else. */
export function pathsOf(args: string[], usage: string): { path: string; key: string | null } {
  try {
    const { positionals, values } = parseArgs({ args, options: { key: { type: 'string' } }, allowPositionals: true })
    const [path, ...others] = positionals
    if (path !== undefined && others.length === 0) return { path, key: values.key ?? null }
  } catch {
    // An option that is not known; the usage says which are.
  }
  throw new StartupError('The command was not understood.', `Usage: ${usage}`)
}
