import { definitionOf, type Expression } from '../../formula/index.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** True for an aggregate whose value depends on the order of its rows. */
export function isOrdered({ name }: Call): boolean {
  const definition = definitionOf(name)
  return definition.class === 'aggregate' && definition.isOrdered === true
}

/** The aggregate with the sort of its rows, which follows every argument that the function can have. */
export function withOrder(call: Call, order: Expression): Call {
  const absent = definitionOf(call.name)
    .params.slice(call.args.length)
    .map((): Expression => ({ kind: 'literal', value: ',', type: { kind: 'text' }, span: call.span }))
  return { ...call, args: [...call.args, ...absent, order] }
}
