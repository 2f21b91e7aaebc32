import { caseWhen, type SqlExpression, sql } from '../../sql/index.ts'

/** The sums used by correlation and least squares, over the rows where both numbers are not null. */
function pairSums(y: SqlExpression, x: SqlExpression, over: (call: SqlExpression) => SqlExpression) {
  const both = sql`${x} IS NOT NULL AND ${y} IS NOT NULL`
  const known = (item: SqlExpression) => caseWhen([{ when: both, value: item }])
  const sum = (item: SqlExpression) => over(sql`SUM(${known(item)})`)
  const [n, sx, sy] = [over(sql`COUNT(${known(sql`1`)})`), sum(x), sum(y)]
  return {
    n,
    sx,
    sy,
    xx: sql`(${n} * ${sum(sql`${x} * ${x}`)} - ${sx} * ${sx})`,
    yy: sql`(${n} * ${sum(sql`${y} * ${y}`)} - ${sy} * ${sy})`,
    xy: sql`(${n} * ${sum(sql`${x} * ${y}`)} - ${sx} * ${sy})`,
  }
}

/** Correlation computed from sums, for engines without it. Null when one of the two is constant. */
export function correlation(
  y: SqlExpression,
  x: SqlExpression,
  over: (call: SqlExpression) => SqlExpression = (call) => call,
): SqlExpression {
  const { xx, yy, xy } = pairSums(y, x, over)
  const varies = sql`${xx} > 0 AND ${yy} > 0`
  return caseWhen([{ when: varies, value: sql`${xy} / (SQRT(${xx}) * SQRT(${yy}))` }])
}

/** `REGR_SLOPE`, `REGR_INTERCEPT` or `REGR_R2` computed from sums, for engines without them. */
export function leastSquares(call: string, y: SqlExpression, x: SqlExpression): SqlExpression {
  const { n, sx, sy, xx, yy, xy } = pairSums(y, x, (inner) => inner)
  const slope = sql`${xy} / NULLIF(${xx}, 0)`
  switch (call) {
    case 'REGR_SLOPE':
      return slope
    case 'REGR_INTERCEPT':
      return sql`(${sy} - (${slope}) * ${sx}) / NULLIF(${n}, 0)`
    default:
      return caseWhen([
        { when: sql`${xx} > 0 AND ${yy} > 0`, value: sql`(${xy} / ${xx}) * (${xy} / ${yy})` },
        { when: sql`${xx} > 0`, value: sql`1e0` },
      ])
  }
}
