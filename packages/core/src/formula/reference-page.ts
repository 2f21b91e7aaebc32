import type { ExampleRow, ExampleValue, FunctionExample } from './functions/define.ts'
import type { FunctionReference, FunctionSupport } from './reference.ts'

/** An example as a page shows it. */
export interface ExampleView {
  formula: string
  /** How the rows are grouped and sorted, and what stands beside the formula; sentences. */
  given: string[]
  tables: { title: string | null; columns: string[]; rows: string[][] }[]
  /** One for an aggregate or a formula without rows, else one for each row of the level. */
  results: string[]
  /** What each result belongs to. */
  per: 'formula' | 'row' | 'group'
}

export function exampleView(example: FunctionExample): ExampleView {
  if (!('formula' in example)) {
    return { formula: example[0], given: [], tables: [], results: [shown(example[1])], per: 'formula' }
  }
  const { formula, rows, element } = example
  const tables = [table(element ? 'Example' : null, rows)]
  if (!element) {
    const results = example.results ?? [example.result ?? null]
    return { formula, given: [], tables, results: results.map(shown), per: example.results ? 'row' : 'formula' }
  }
  const { groupBy, columns = {}, sort, others = {} } = element
  const given = Object.entries(columns).map(([name, text]) => `${name} is ${text}.`)
  if (groupBy) given.unshift(`The table is grouped by ${groupBy.map((keys) => keys.join(' and ')).join(', then by ')}.`)
  if (sort) given.push(`Sorted by ${sort.column}, ${sort.direction}.`)
  for (const [name, of] of Object.entries(others)) tables.push(table(name, of))
  return { formula, given, tables, results: example.results.map(shown), per: groupBy ? 'group' : 'row' }
}

function table(title: string | null, rows: readonly ExampleRow[]): ExampleView['tables'][number] {
  const columns = Object.keys(rows[0] ?? {})
  return { title, columns, rows: rows.map((row) => columns.map((column) => shown(row[column] ?? null))) }
}

/** What a page says of an engine beside its name. */
export function supportText({ isSupported, isVerified, reason }: FunctionSupport): string {
  if (!isSupported) return `no: ${reason ?? 'not available'}`
  return isVerified ? 'yes' : 'yes, not tested by us'
}

/** What else a page says of a parameter: the words it may be, and how it is used. */
export function paramNotes({ doc, values, optional, repeats, constant }: FunctionReference['params'][number]): string {
  const marks = [optional ? 'optional' : '', repeats ? 'may repeat' : '', constant ? 'a constant' : '']
  const words = values ? `One of ${values.map((value) => `"${value}"`).join(', ')}.` : ''
  const kinds = marks.filter(Boolean).join(', ')
  return [doc ?? '', words, kinds === '' ? '' : `${kinds.slice(0, 1).toUpperCase()}${kinds.slice(1)}.`]
    .filter(Boolean)
    .join(' ')
}

/** The page of one function as Markdown. */
export function functionPage(reference: FunctionReference): string {
  const lines = [`# ${reference.name}`, '', '```', reference.signature, '```', '', escaped(reference.summary), '']
  if (reference.aliases.length > 0) lines.push(`Also written ${reference.aliases.join(', ')}.`, '')
  if (reference.isPassthrough) lines.push('Works on connections whose administrator allows it, and on no other.', '')
  if (reference.params.length > 0) {
    lines.push('| Argument | Type | Meaning |', '| --- | --- | --- |')
    for (const param of reference.params) {
      lines.push(`| ${param.name} | ${param.type} | ${escaped(paramNotes(param))} |`)
    }
    lines.push('')
  }
  lines.push('## Nulls', '', escaped(reference.nulls), '')
  if (reference.examples.length > 0) lines.push('## Examples', '', ...reference.examples.flatMap(exampleLines))
  lines.push('## Engines', '', '| Engine | |', '| --- | --- |')
  for (const engine of reference.engines) lines.push(`| ${engine.label} | ${escaped(supportText(engine))} |`)
  return `${lines.join('\n').trimEnd()}\n`
}

/** All functions by category as Markdown, each with a link to its page. */
export function functionIndex(references: readonly FunctionReference[]): string {
  const lines = ['# Functions', '', 'Generated from the entries of the language by `npm run docs:functions`.', '']
  for (const [category, of] of byCategory(references)) {
    lines.push(`## ${categoryTitle(category)}`, '', '| Function | |', '| --- | --- |')
    for (const { name, summary } of of) lines.push(`| [${name}](${name}.md) | ${escaped(summary)} |`)
    lines.push('')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

export function byCategory(references: readonly FunctionReference[]): [string, FunctionReference[]][] {
  const groups = Map.groupBy(references, ({ category }) => category)
  return [...groups].sort(([a], [b]) => (categoryTitle(a) < categoryTitle(b) ? -1 : 1))
}

const TITLES: Readonly<Record<string, string>> = {
  aggregate: 'Aggregates',
  array: 'Arrays',
  date: 'Dates',
  join: 'Lookups',
  passthrough: 'Functions of the data platform',
  system: 'Who reads',
  type: 'Types',
  variant: 'Variants',
  window: 'Windows',
}

export function categoryTitle(category: string): string {
  return TITLES[category] ?? `${category.slice(0, 1).toUpperCase()}${category.slice(1)}`
}

function exampleLines(example: FunctionExample): string[] {
  const { formula, given, tables, results, per } = exampleView(example)
  if (tables.length === 0) return ['```', `${formula}  ->  ${results.join(', ')}`, '```', '']
  const lines = ['```', formula, '```', '']
  if (given.length > 0) lines.push(...given.flatMap((sentence) => [escaped(sentence), '']))
  for (const [index, { title, columns, rows }] of tables.entries()) {
    const hasResults = per === 'row' && index === 0
    const head = hasResults ? [...columns, 'Result'] : columns
    if (title !== null && tables.length > 1) lines.push(`${title}:`, '')
    lines.push(`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`)
    rows.forEach((row, at) => {
      const cells = hasResults ? [...row, results[at] ?? ''] : row
      lines.push(`| ${cells.map(escaped).join(' | ')} |`)
    })
    lines.push('')
  }
  if (per !== 'row')
    lines.push(`${per === 'group' ? 'Result by group' : 'Result'}: ${results.map(escaped).join(', ')}`, '')
  return lines
}

function shown(value: ExampleValue): string {
  return value === null ? 'Null' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}

/** Text in a table or a paragraph: signs of Markdown mean themselves. */
function escaped(text: string): string {
  return text.replace(/[\\|*_<]/g, '\\$&')
}
