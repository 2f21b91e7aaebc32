import type { Span } from '../api.ts'
import type { FunctionRegistry } from '../functions/define.ts'
import { functions as builtIn } from '../functions/index.ts'
import { paramTypeNames, signatureOf } from '../signature.ts'
import { shownTypes } from './completion.ts'
import { placeAt } from './place.ts'

export interface SignatureHelp {
  name: string
  /** The whole call; `params` has the range of each parameter in it. */
  label: string
  summary: string
  params: { name: string; span: Span; type: string; doc?: string; values?: readonly string[] }[]
  /** Index into `params` of the argument at the position; null after the last one. */
  activeParam: number | null
}

/** Signature help for the call that contains a position; null outside of calls and for unknown functions. */
export function signatureHelp(
  text: string,
  position: number,
  { functions = builtIn }: { functions?: FunctionRegistry } = {},
): SignatureHelp | null {
  const { call } = placeAt(text, position)
  const definition = call ? functions.find(call.name) : null
  if (!call || !definition || definition.operator) return null
  const { label, params } = signatureOf(definition)
  const last = definition.params.length - 1
  // The function's definition describes arguments of repeating groups, such as the pairs of If.
  const named = definition.paramAt?.(call.argument, call.argument + 1)
  const byName = named ? definition.params.findIndex((param) => param.name === named.name) : -1
  const inOrder = call.argument <= last ? call.argument : definition.params[last]?.repeats ? last : -1
  const active = byName >= 0 ? byName : inOrder
  return {
    name: definition.name,
    label,
    summary: definition.summary,
    params: definition.params.map((param, index) => ({
      name: param.name,
      span: params[index] ?? { start: 0, end: 0 },
      type: shownTypes(paramTypeNames(param.type)),
      ...(param.doc ? { doc: param.doc } : {}),
      ...(param.values ? { values: param.values } : {}),
    })),
    activeParam: active >= 0 ? active : null,
  }
}
