import type { Problem } from '../errors/index.ts'

/** The result of a check: problems prevent writing the document, warnings do not. */
export interface Findings {
  problems: Problem[]
  warnings: Problem[]
}

export function noFindings(): Findings {
  return { problems: [], warnings: [] }
}

/** A problem in one line, as the verify operation returns it: `pages[0].name: Invalid string: undefined`. */
export function problemSummary(problem: Problem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`
}

export function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

/** A value inside a message: JSON, cut to 60 characters. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object' && value !== null) return 'object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** The message for a value that should be a `what`: it is missing, or it is something else. */
export function invalid(what: string, value: unknown): string {
  return value === undefined ? 'is required' : `Invalid ${what}: ${showValue(value)}`
}

/**
 * The known name that `name` is most likely a misspelling of, or null. Short names need a closer match, because two edits turn most words
 * of four letters into each other.
 */
export function misspelled(name: string, known: Iterable<string>): string | null {
  const allowed = name.length <= 3 ? 0 : name.length <= 5 ? 1 : 2
  if (allowed === 0) return null
  let best: string | null = null
  let bestDistance = allowed + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > allowed) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Edits of one character (insert, remove, replace, swap neighbours) that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    rows.push(line)
    for (let column = 1; column <= b.length; column++) {
      const replace = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      let cost = Math.min(at(row - 1, column) + 1, (line[column - 1] ?? 0) + 1, replace)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(row - 2, column - 2) + 1)
      }
      line.push(cost)
    }
  }
  return at(a.length, b.length)
}
