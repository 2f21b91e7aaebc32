import { caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import { TEXT } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { moment } from './dates.ts'
import type { EmitInfo } from './define.ts'

/** The first argument of a call as text, the same on every engine: their own casts write floats, times and logical values differently. */
export function textOfValue(x: SqlExpression, info: EmitInfo, words: Words): SqlExpression {
  const [type] = info.types
  switch (type?.kind) {
    case 'text':
      return x
    case 'date':
    case 'timestamp':
    case 'instant':
      return words.isoText(moment([x], info, words, 0))
    case 'float64':
      return words.floatText(x)
    case 'logical':
      return caseWhen([
        { when: x, value: sql`'true'` },
        { when: sql`NOT ${x}`, value: sql`'false'` },
      ])
    case 'variant':
      return words.json.text(x)
    case 'array':
      return words.json.text(words.json.of(x, type))
    case 'geography':
      return words.shapeText(x)
    default:
      return cast(x, TEXT)
  }
}
