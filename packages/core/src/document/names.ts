import type { BaseElement, DocumentColumn } from './api.ts'
import { isRecord } from './check-schema.ts'

const smallWords: ReadonlySet<string> = new Set(['a', 'an', 'the', 'and', 'of', 'in', 'by'])

/**
 * Display form of a warehouse name: split at `_`, `/`, `-` and where a capital follows a lower-case letter; words are capitalised, except
 * short words that are not at the start. `ORDER_ID` becomes `Order Id`. A name that contains blanks is unchanged, so that converting twice
 * has no effect.
 */
export function friendlyName(name: string): string {
  const known = friendlyNames.get(name)
  if (known !== undefined) return known
  if (friendlyNames.size >= namesKept) friendlyNames.clear()
  const made = madeFriendly(name)
  friendlyNames.set(name, made)
  return made
}

/** Caches the result, because every element of a document requests the names of its table. */
const friendlyNames = new Map<string, string>()
const namesKept = 10_000

function madeFriendly(name: string): string {
  const spaced = name.replaceAll(/[_/-]+/g, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const words = spaced.split(' ').filter((word) => word !== '')
  if (words.length === 0) return name
  const wasFriendly = name.includes(' ') && !/[_/-]/.test(name)
  if (wasFriendly) return name
  return words
    .map((word, index) => {
      const lower = word.toLowerCase()
      if (index > 0 && smallWords.has(lower)) return lower
      return lower.charAt(0).toUpperCase() + lower.slice(1)
    })
    .join(' ')
}

/** Text of a title; null when it is hidden or absent. May contain `{{formula}}` holes. */
export function titleText(title: unknown): string | null {
  if (typeof title === 'string') return title
  return isRecord(title) && typeof title.text === 'string' ? title.text : null
}

/**
 * Display name of a column: its `name`, else a name derived from its formula: the friendly last part of a plain reference, `Sum of Sales`
 * for a call with one reference, else `Calc`. `friendly: false` keeps warehouse names.
 */
export function columnName(
  column: Pick<DocumentColumn, 'formula'> & { name?: string | undefined },
  { friendly = true }: { friendly?: boolean } = {},
): string {
  // Elements of unknown kinds may have any value in these fields.
  if (typeof column.name === 'string' && column.name !== '') return column.name
  const show = (reference: string) => {
    const last = reference.slice(reference.lastIndexOf('/') + 1)
    return friendly ? friendlyName(last) : last
  }
  const formula = typeof column.formula === 'string' ? column.formula.trim() : ''
  const plain = /^\[([^[\]]+)\]$/.exec(formula)
  if (plain?.[1]) return show(plain[1])
  const call = /^([A-Za-z][A-Za-z0-9]*)\(\s*(?:"([^"]*)"\s*,\s*)?\[([^[\]]+)\]\s*\)$/.exec(formula)
  if (call?.[1] && call[3]) {
    const verb = call[1] === 'DateTrunc' || call[1] === 'DatePart' ? friendlyName(call[2] ?? call[1]) : call[1]
    return `${verb} of ${show(call[3])}`
  }
  return 'Calc'
}

/** Display names of the columns of an element by column id; a derived name that already exists gets a number, `Calc (1)`. */
export function columnNames(
  columns: readonly DocumentColumn[],
  options: { friendly?: boolean } = {},
): Map<string, string> {
  const taken = new Set(columns.flatMap(({ name }) => (typeof name === 'string' && name !== '' ? [name] : [])))
  const names = new Map<string, string>()
  for (const column of columns) {
    let name = columnName(column, options)
    if (typeof column.name !== 'string' || column.name === '') {
      const base = name
      for (let number = 1; taken.has(name); number++) name = `${base} (${number})`
      taken.add(name)
    }
    names.set(column.id, name)
  }
  return names
}

/** Name of an element in formulas: its title, else the name of its source; null when it has neither. */
export function elementName(element: BaseElement): string | null {
  const title = titleText(element.name)
  if (title !== null && title !== '') return title
  return isRecord(element.source) ? sourceName(element.source) : null
}

/** Formula prefix of a source that can be determined without another document. */
export function sourceName(source: Record<string, unknown>): string | null {
  switch (source.kind) {
    case 'warehouse-table':
    case 'metric-view':
    case 'semantic-view': {
      const last = Array.isArray(source.path) ? source.path.at(-1) : undefined
      return typeof last === 'string' ? last : null
    }
    case 'sql':
      return 'Custom SQL'
    case 'union':
      if (typeof source.name === 'string') return source.name
      return `Union of ${Array.isArray(source.sources) ? source.sources.length : 0} Sources`
    default:
      return typeof source.name === 'string' ? source.name : null
  }
}

/**
 * A name as people type it without escaping: `/`, `[`, `]` and runs of blanks become one blank, trimmed at the ends.
 */
export function referenceName(name: string): string {
  return name.replaceAll(/[/[\]\s]+/g, ' ').trim()
}
