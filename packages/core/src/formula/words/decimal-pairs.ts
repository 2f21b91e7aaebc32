import { sql } from '../../sql/index.ts'
import { isBound, pieces } from './ansi.ts'
import { onceInLambda } from './lambdas.ts'
import type { PairWords } from './words.ts'

export const duckdbPairs: PairWords = {
  once: (number, write) =>
    isBound(number) ? pieces(['LIST_TRANSFORM([', '], LAMBDA n: ', ')[1]'], number, write(sql`n`)) : write(number),
  of: (first, second) => pieces(["{'w': ", ", 'f': ", '}'], first, second),
  parts: (pair, write) => pieces(['LIST_TRANSFORM([', '], LAMBDA p: ', ')[1]'], pair, write(sql`p.w`, sql`p.f`)),
}

export const trinoPairs: PairWords = {
  once: (number, write) => onceInLambda([number], ([name = number]) => write(name)),
  of: (first, second) => pieces(['ROW(', ', ', ')'], first, second),
  parts: (pair, write) =>
    onceInLambda([pair], ([name = pair]) => write(pieces(['(', ')[1]'], name), pieces(['(', ')[2]'], name))),
}
