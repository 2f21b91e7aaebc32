import { dialects } from '../sql/index.ts'
import type { FunctionClass } from './api.ts'
import { emitterOf } from './emit.ts'
import type { FunctionDefinition, FunctionExample, FunctionRegistry, Param } from './functions/define.ts'
import { functions as builtIn } from './functions/index.ts'
import { paramTypeNames, signatureOf } from './signature.ts'
import { describeType } from './value-types.ts'

/** The documentation of one function: every text comes from its entry, and the examples are the ones that tests run. */
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
    /** Engines that do not support the parameter, each with the reason. */
    unsupported?: Param['unsupported']
  }[]
  /** The handling of nulls. */
  nulls: string
  examples: readonly FunctionExample[]
  engines: FunctionSupport[]
  /** What a cached result depends on. */
  dependsOn?: 'now' | 'today' | 'viewer'
  /** True for calls of warehouse functions, which a connection must allow. */
  isPassthrough: boolean
}

export interface FunctionSupport {
  dialect: string
  label: string
  /** False when no test here runs the engine. */
  isVerified: boolean
  isSupported: boolean
  reason?: string
}

/** All listed functions in alphabetical order, or the functions of a category. */
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
      ...(param.unsupported ? { unsupported: param.unsupported } : {}),
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
