import { codePoints, int, isNumber, toFloat, type Value } from './values.ts'

type NotNull = Exclude<Value, null>
type TextFunction = (args: Value[]) => Value

const strict =
  (of: (args: NotNull[]) => Value): TextFunction =>
  (args) => {
    const present = args.filter((arg) => arg !== null)
    return present.length < args.length ? null : of(present)
  }
const text = (value: Value | undefined): string => {
  if (typeof value !== 'string') throw new Error('A text was expected')
  return value
}
/** A position or a count; decimals are rounded, halves away from zero. */
const whole = (value: Value | undefined): number => {
  if (value === undefined || !isNumber(value)) throw new Error('A number was expected')
  const number = toFloat(value)
  return Math.sign(number) * Math.round(Math.abs(number))
}

/** `%` matches any characters, `_` one; a backslash is literal. */
function like(value: string, pattern: string): boolean {
  const expression = codePoints(pattern)
    .map((mark) => (mark === '%' ? '.*' : mark === '_' ? '.' : mark.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')))
    .join('')
  return new RegExp(`^${expression}$`, 'su').test(value)
}

function pad(value: string, length: number, fill: string, left: boolean): string {
  const points = codePoints(value)
  if (points.length >= length) return points.slice(0, Math.max(length, 0)).join('')
  const marks = codePoints(fill)
  const filled = Array.from({ length: length - points.length }, (_, index) => marks[index % marks.length]).join('')
  return left ? filled + value : value + filled
}

function mid(value: string, start: number, length?: number): string {
  const from = Math.max(0, start - 1)
  return codePoints(value)
    .slice(from, length === undefined ? undefined : from + Math.max(0, length))
    .join('')
}

export const textFunctions: Record<string, TextFunction> = {
  '&': strict(([a, b]) => text(a) + text(b)),
  Concat: strict((args) => args.map(text).join('')),
  TextJoin: ([delimiter = null, ...values]) =>
    delimiter === null ? null : values.map((value) => (value === null ? '' : text(value))).join(text(delimiter)),
  Upper: strict(([a]) => text(a).toUpperCase()),
  Lower: strict(([a]) => text(a).toLowerCase()),
  Proper: strict(([a]) =>
    text(a)
      .toLowerCase()
      .replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => {
        const [first = '', ...rest] = codePoints(word)
        return first.toUpperCase() + rest.join('')
      }),
  ),
  Trim: strict(([a]) => text(a).replace(/^ +| +$/g, '')),
  LTrim: strict(([a]) => text(a).replace(/^ +/, '')),
  RTrim: strict(([a]) => text(a).replace(/ +$/, '')),
  Len: strict(([a]) => int(codePoints(text(a)).length)),
  Left: strict(([a, n]) => {
    const points = codePoints(text(a))
    const count = whole(n)
    return points.slice(0, count >= 0 ? count : Math.max(points.length + count, 0)).join('')
  }),
  Right: strict(([a, n]) => {
    const points = codePoints(text(a))
    const count = whole(n)
    return points.slice(count >= 0 ? Math.max(points.length - count, 0) : -count).join('')
  }),
  Mid: strict(([a, start, length]) => mid(text(a), whole(start), length === undefined ? undefined : whole(length))),
  Substring: strict(([a, start, length]) =>
    mid(text(a), whole(start), length === undefined ? undefined : whole(length)),
  ),
  Find: strict(([a, b]) => {
    const index = text(a).indexOf(text(b))
    return int(index < 0 ? 0 : codePoints(text(a).slice(0, index)).length + 1)
  }),
  Contains: strict(([a, ...rest]) => rest.some((piece) => text(a).includes(text(piece)))),
  StartsWith: strict(([a, b]) => text(a).startsWith(text(b))),
  EndsWith: strict(([a, b]) => text(a).endsWith(text(b))),
  Like: strict(([a, b]) => like(text(a), text(b))),
  ILike: strict(([a, b]) => like(text(a).toLowerCase(), text(b).toLowerCase())),
  Replace: strict(([a, b, c]) => text(a).replaceAll(text(b), () => text(c))),
  Reverse: strict(([a]) => codePoints(text(a)).reverse().join('')),
  Repeat: strict(([a, n]) => (whole(n) <= 0 ? null : text(a).repeat(whole(n)))),
  LPad: strict(([a, length, fill]) => pad(text(a), whole(length), fill === undefined ? ' ' : text(fill), true)),
  RPad: strict(([a, length, fill]) => pad(text(a), whole(length), fill === undefined ? ' ' : text(fill), false)),
  SplitPart: strict(([a, delimiter, position]) => {
    const parts = delimiter === '' ? [text(a)] : text(a).split(text(delimiter))
    const n = whole(position)
    if (n === 0) return null
    return (n > 0 ? parts[n - 1] : parts.at(n)) ?? ''
  }),
}
