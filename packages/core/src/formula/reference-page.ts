import { type DialectName, dialects } from '../sql/index.ts'
import type { ExampleControl, ExampleRow, ExampleValue, FunctionExample } from './functions/define.ts'
import type { FunctionReference, FunctionSupport } from './reference.ts'

/** An example as a page displays it. */
export interface ExampleView {
  formula: string
  /** Sentences about grouping and sort of the rows, other columns, and engines on which it does not run. */
  given: string[]
  tables: { title: string | null; columns: string[]; rows: string[][] }[]
  /** One result for an aggregate or a formula without rows, else one for each row of the level. */
  results: string[]
  /** What each result is for. */
  per: 'formula' | 'row' | 'group'
}

export function exampleView(example: FunctionExample): ExampleView {
  if (!('formula' in example)) {
    return { formula: example[0], given: [], tables: [], results: [shown(example[1])], per: 'formula' }
  }
  const { formula, rows, element, never = {} } = example
  const nowhere = notOn(never)
  const tables = rows.length === 0 ? [] : [table(element ? 'Example' : null, rows)]
  if (!element) {
    const results = example.results ?? [example.result ?? null]
    return { formula, given: nowhere, tables, results: results.map(shown), per: example.results ? 'row' : 'formula' }
  }
  const { groupBy, columns = {}, sort, others = {}, controls = {} } = element
  const given = Object.entries(columns).map(([name, text]) => `${name} is ${text}.`)
  if (groupBy) given.unshift(`The table is grouped by ${groupBy.map((keys) => keys.join(' and ')).join(', then by ')}.`)
  given.push(...nowhere)
  if (sort) given.push(`Sorted by ${sort.column}, ${sort.direction}.`)
  for (const [id, control] of Object.entries(controls)) given.push(`The control ${id} ${chosenIn(control)}.`)
  for (const [name, of] of Object.entries(others)) tables.push(table(name, of))
  return { formula, given, tables, results: example.results.map(shown), per: groupBy ? 'group' : 'row' }
}

/** Why some engines do not support it; one sentence for each reason. */
function notOn(reasons: { readonly [K in DialectName]?: string }): string[] {
  const engines = Map.groupBy(Object.values(dialects), ({ name }) => reasons[name])
  return [...engines].flatMap(([reason, on]) =>
    reason === undefined ? [] : [`Not on ${on.map(({ label }) => label).join(', ')}: ${reason}`],
  )
}

function chosenIn(control: ExampleControl): string {
  switch (control.controlType) {
    case 'list':
      return control.values.length === 0
        ? 'is a list in which nothing is chosen'
        : `is a list in which ${control.values.map(shown).join(', ')} is chosen`
    case 'number-range':
      return `is a range from ${control.min} to ${control.max}`
    case 'date-range':
      return `is a range from ${control.startDate} to ${control.endDate}`
  }
}

function table(title: string | null, rows: readonly ExampleRow[]): ExampleView['tables'][number] {
  const columns = Object.keys(rows[0] ?? {})
  return { title, columns, rows: rows.map((row) => columns.map((column) => shown(row[column] ?? null))) }
}

/** The text of a page about an engine, besides its name. */
export function supportText({ isSupported, isVerified, reason }: FunctionSupport): string {
  if (!isSupported) return `no: ${reason ?? 'not available'}`
  return isVerified ? 'yes' : 'yes, not tested by us'
}

/** Additional text about a parameter: its allowed values, and how it is used. */
export function paramNotes({
  doc,
  values,
  optional,
  repeats,
  constant,
  unsupported = {},
}: FunctionReference['params'][number]): string {
  const marks = [optional ? 'optional' : '', repeats ? 'may repeat' : '', constant ? 'a constant' : '']
  const words = values ? `One of ${values.map((value) => `"${value}"`).join(', ')}.` : ''
  const kinds = marks.filter(Boolean).join(', ')
  const marked = kinds === '' ? '' : `${kinds.slice(0, 1).toUpperCase()}${kinds.slice(1)}.`
  return [doc ?? '', words, marked, ...notOn(unsupported)].filter(Boolean).join(' ')
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
  const isBare = tables.length === 0
  const lines = ['```', isBare ? `${formula}  ->  ${results.join(', ')}` : formula, '```', '']
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
  if (per !== 'row' && !isBare)
    lines.push(`${per === 'group' ? 'Result by group' : 'Result'}: ${results.map(escaped).join(', ')}`, '')
  return lines
}

function shown(value: ExampleValue): string {
  return value === null ? 'Null' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}

/** Escapes text for a table or a paragraph, so that Markdown characters are literal. */
function escaped(text: string): string {
  return text.replace(/[\\|*_<]/g, '\\$&')
}
