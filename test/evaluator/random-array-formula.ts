import { call, type Expr, literal } from './expression.ts'
import { type RowMaker, text, textOf, type Want, whole } from './random-row-formula.ts'

/** A formula that reads an array, of the kinds that can be compared on every engine. */
export function readOfArray(want: Want, maker: RowMaker): Expr | null {
  const { take, pick, of } = maker
  const array = () => arrayOf(2, maker)
  switch (want) {
    case 'int':
      return pick([
        () => call('ArrayLength', array()),
        () => call('ArrayLength', call('ArrayDistinct', array())),
        () => call('ArrayLength', call(pick(['ArrayExcept', 'ArrayIntersection']), array(), array())),
      ])()
    case 'text':
      return pick([
        () => call('Text', call('at', array(), whole(take(4)))),
        () => call('ArrayJoin', array(), text(pick([', ', '|', '']))),
        () => call('ArrayJoin', array(), text('-'), text('*')),
        () => call('ArrayJoin', array()),
      ])()
    case 'logical':
      return pick([
        () => call('ArrayContains', array(), of('text')),
        () => call('ArrayContains', array(), text(textOf(take))),
        () => call('IsNull', call('Text', call('at', array(), whole(take(3))))),
      ])()
    default:
      return null
  }
}

function arrayOf(depth: number, maker: RowMaker): Expr {
  const { take, pick, of } = maker
  const inner = () => arrayOf(depth - 1, maker)
  const made: (() => Expr)[] = [
    () => call('Array', of('text'), of('text')),
    () => call('SplitToArray', of('text'), text(pick(['b', ' ', 'a', '']))),
    () => call('Array', of('text'), literal(null), call('Len', of('text'))),
    () => call('RaggedHierarchy', of('text'), of('text')),
    () => call('Sequence', whole(take(4)), whole(take(6) - 1), whole(pick([1, 2, -1]))),
    () => call('Array', call('Len', of('text')), call('Len', of('text'))),
  ]
  const nested: (() => Expr)[] = [
    () => call('ArrayConcat', inner(), inner()),
    () => call('ArraySlice', inner(), whole(take(5) - 2)),
    () => call('ArraySlice', inner(), whole(take(4) - 1), whole(take(4) - 1)),
    () => call('ArrayCompact', inner()),
  ]
  return pick(depth > 0 ? [...made, ...nested] : made)()
}
