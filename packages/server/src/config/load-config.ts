import { type Setting, settings } from './settings.ts'
import { StartupError } from './startup-error.ts'

type ValueOf<S> = S extends Setting<infer T> ? T : never
/** The environment, read and checked once. */
export type Config = { readonly [K in keyof typeof settings]: ValueOf<(typeof settings)[K]> }

/** All problems of the environment, one line each. No line contains a value that may be secret. */
export class ConfigError extends StartupError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n- ${problems.join('\n- ')}`,
      'Correct these environment variables; the README lists them all.',
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Throws ConfigError with every problem at once. An empty variable counts as absent. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const values = Object.entries(settings).map(([key, setting]: [string, Setting<unknown>]) => {
    const text = env[setting.name]?.trim() || setting.fallback
    if (text === null) return [key, null]
    const parsed = setting.parse(text)
    if ('value' in parsed) return [key, parsed.value]
    problems.push(`${setting.name} ${parsed.problem}.`)
    return [key, null]
  })
  const names = Object.values(settings).map(({ name }) => name)
  for (const name of Object.keys(env)) {
    if (!name.startsWith('OCTAVO_') || names.some((known) => known === name)) continue
    const similar = names.find((known) => distance(known, name) <= 2)
    if (similar) problems.push(`${name} is not a setting. Did you mean ${similar}?`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  // One value for each key of `settings`, parsed by its own entry.
  return Object.fromEntries(values) as Config
}

/** The table of settings for the README, in Markdown. */
export function configurationTable(): string {
  const rows = Object.values(settings).map(({ name, fallback, absent, meaning }: Setting<unknown>) => {
    const value = fallback === null ? (absent ?? '') : fallback === '' ? 'none' : `\`${fallback}\``
    return `| \`${name}\` | ${value} | ${meaning} |`
  })
  return ['| Variable | Without it | Meaning |', '|---|---|---|', ...rows].join('\n')
}

/** The edit distance of two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
