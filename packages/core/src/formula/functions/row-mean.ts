import { cast, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { asDecimal, decimalOrFloat, FLOAT64, INT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import type { EmitInfo } from './define.ts'
import { floatChain, floatOperation } from './float-arithmetic.ts'
import { float } from './numbers.ts'

/**
 * The mean of numbers in one row. Exact numbers are added exactly, because the difference of large ones would be lost in floats; when the
 * total exceeds 38 digits, floats are added.
 */
export function rowMean(args: readonly SqlExpression[], info: EmitInfo, words: Words): SqlExpression {
  const { types } = info
  const count = value(String(args.length), INT64)
  const share = (total: SqlExpression, type: ValueType) =>
    floatOperation('/', float(total, type), count, [type, INT64], words)
  if (args.length === 1) return share(floatChain('+', args, types, words), types[0] ?? FLOAT64)
  const ofFloats = () => share(floatChain('+', args, types, words), FLOAT64)
  const exact = exactTotal(args, info, words)
  if (!exact) return ofFloats()
  const mean = share(exact.total, exact.type)
  return exact.isSure ? mean : sql`COALESCE(${mean}, ${ofFloats()})`
}

/** The exact total with its type, and whether it fits for every row; null when one of the numbers is a float. */
function exactTotal(
  args: readonly SqlExpression[],
  { types, isOfRow, isOfTotals }: EmitInfo,
  words: Words,
): { total: SqlExpression; type: ValueType; isSure: boolean } | null {
  const [first, ...others] = args
  const decimals = types.flatMap((type) => asDecimal(type) ?? [])
  if (!first || decimals.length < args.length) return null
  const scale = Math.max(...decimals.map((type) => type.scale))
  const front = Math.max(...decimals.map((type) => type.precision - type.scale))
  let type: ValueType = { kind: 'decimal', precision: Math.min(38, front + scale), scale }
  let total = types[0]?.kind === 'int64' ? cast(first, { kind: 'decimal', precision: 19, scale: 0 }) : first
  for (const [at, other] of others.entries()) {
    const returns = decimalOrFloat(front + scale + at + 1, scale)
    if (returns.kind !== 'decimal') return null
    total = words.computed('+', total, other, { types: [type, types[at + 1] ?? INT64], returns, isOfRow, isOfTotals })
    type = returns
  }
  return { total, type, isSure: isOfTotals || (type.kind === 'decimal' && type.precision < 38) }
}
