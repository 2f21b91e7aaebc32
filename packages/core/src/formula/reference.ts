import { dialects } from '../sql/index.ts'
import type { FunctionClass } from './api.ts'
import { emitterOf } from './emit.ts'
import type { ExampleValue, FunctionDefinition, FunctionExample, FunctionRegistry } from './functions/define.ts'
import { functions as builtIn } from './functions/index.ts'
import { paramTypeNames, signatureOf } from './signature.ts'
import { describeType } from './value-types.ts'

/** One function as people read it: every word comes from its entry, and the examples are the ones that tests run. */
export interface FunctionReference {
  name: string
  aliases: readonly string[]
  category: string
  class: FunctionClass
  signature: string
  summary: string
  params: {
    name: string
    type: string
    doc?: string
    optional: boolean
    repeats: boolean
    constant: boolean
    values?: readonly string[]
  }[]
  /** What nulls do. */
  nulls: string
  examples: readonly FunctionExample[]
  engines: FunctionSupport[]
  /** What a cached result depends on. */
  dependsOn?: 'now' | 'today' | 'viewer'
  /** True for calls of functions of the warehouse, which a connection must allow. */
  isPassthrough: boolean
}

export interface FunctionSupport {
  dialect: string
  label: string
  /** False where no test of ours runs the engine. */
  isVerified: boolean
  isSupported: boolean
  reason?: string
}

/** All listed functions in alphabetical order, or those of a category. */
export function functionReference({
  category,
  functions = builtIn,
}: {
  category?: string
  functions?: FunctionRegistry
} = {}): FunctionReference[] {
  return functions.names.flatMap((name) => {
    const definition = functions.find(name)
    return definition && (!category || definition.category === category) ? [referenceOf(definition)] : []
  })
}

function referenceOf(definition: FunctionDefinition): FunctionReference {
  const { name, aliases = [], category, summary, params, examples, dependsOn } = definition
  return {
    name,
    aliases: aliases.filter((alias) => alias !== name),
    category,
    class: definition.class,
    signature: signatureOf(definition).label,
    summary,
    params: params.map((param) => ({
      name: param.name,
      type: paramTypeNames(param.type).map(describeType).join(' or '),
      ...(param.doc ? { doc: param.doc } : {}),
      optional: param.optional ?? false,
      repeats: param.repeats ?? false,
      constant: param.constant ?? false,
      ...(param.values ? { values: param.values } : {}),
    })),
    nulls: definition.nulls ?? NULLS[definition.class],
    examples,
    engines: Object.values(dialects).map((dialect) => supportOf(definition, dialect.name)),
    ...(dependsOn ? { dependsOn } : {}),
    isPassthrough: definition.isPassthrough ?? false,
  }
}

const NULLS: Record<FunctionClass, string> = {
  row: 'Null when an argument is null.',
  aggregate: 'Nulls are skipped; null when no value is left.',
  window: 'Nulls in the column are skipped; the row keeps its place.',
  'level-shift': 'As the aggregate inside it.',
  lookup: 'Null when no row has the keys.',
  system: 'Never null unless nobody is signed in.',
  macro: 'As the formula that it stands for.',
  display: 'A null stays null.',
}

function supportOf(definition: FunctionDefinition, name: keyof typeof dialects): FunctionSupport {
  const { label, isVerified } = dialects[name]
  const entry = 'sql' in definition ? emitterOf(definition.sql, name) : null
  const reason = entry && typeof entry !== 'function' ? entry.unsupported : undefined
  return { dialect: name, label, isVerified, isSupported: reason === undefined, ...(reason ? { reason } : {}) }
}

/** The page of one function. */
export function functionPage(reference: FunctionReference): string {
  const lines = [`# ${reference.name}`, '', '```', reference.signature, '```', '', escaped(reference.summary), '']
  if (reference.aliases.length > 0) lines.push(`Also written ${reference.aliases.join(', ')}.`, '')
  if (reference.params.length > 0) {
    lines.push('| Argument | Type | Meaning |', '| --- | --- | --- |')
    for (const param of reference.params) {
      const marks = [
        param.optional ? 'optional' : '',
        param.repeats ? 'may repeat' : '',
        param.constant ? 'a constant' : '',
      ]
      const values = param.values ? `One of ${param.values.map((value) => `\`${value}\``).join(', ')}.` : ''
      const meaning = [param.doc ?? '', values, marks.filter(Boolean).join(', ')].filter(Boolean).join(' ')
      lines.push(`| ${param.name} | ${param.type} | ${escaped(meaning)} |`)
    }
    lines.push('')
  }
  lines.push('## Nulls', '', escaped(reference.nulls), '')
  if (reference.examples.length > 0) lines.push('## Examples', '', ...reference.examples.flatMap(exampleLines))
  lines.push('## Engines', '', '| Engine | |', '| --- | --- |')
  for (const engine of reference.engines) {
    const note = engine.isSupported ? (engine.isVerified ? 'yes' : 'yes, not tested by us') : `no: ${engine.reason}`
    lines.push(`| ${engine.label} | ${escaped(note)} |`)
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function exampleLines(example: FunctionExample): string[] {
  if (!('formula' in example)) return ['```', `${example[0]}  ->  ${shown(example[1])}`, '```', '']
  const columns = Object.keys(example.rows[0] ?? {})
  const results = example.results
  const head = results ? [...columns, 'Result'] : columns
  const lines = ['```', example.formula, '```', '', `| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`]
  example.rows.forEach((row, index) => {
    const cells = columns.map((column) => shown(row[column] ?? null))
    if (results) cells.push(shown(results[index] ?? null))
    lines.push(`| ${cells.map(escaped).join(' | ')} |`)
  })
  if (!results) lines.push('', `Result: ${escaped(shown(example.result ?? null))}`)
  return [...lines, '']
}

function shown(value: ExampleValue): string {
  return value === null ? 'Null' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}

/** Text in a table or a paragraph: signs of Markdown mean themselves. */
function escaped(text: string): string {
  return text.replace(/[\\|*_<]/g, '\\$&')
}
