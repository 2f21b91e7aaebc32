import { type DialectName, dialectOf, type SqlExpression, sql, textValue } from '../sql/index.ts'
import type { ValueType } from '../types/index.ts'
import { wordsOf } from './words/index.ts'

/**
 * A warehouse column as it enters a query: an instant becomes the local time of a zone, and a text gets a collation that is sensitive to
 * case and trailing blanks, on engines whose default is not. Where an engine stores days that no calendar has, they are null. Later code need
 * not handle any of these again.
 */
export function readColumn(column: SqlExpression, type: ValueType, dialect: string, zone: string): SqlExpression {
  const { name, families, exactText } = dialectOf(dialect)
  if (type.kind === 'instant') return localTime(column, name, families.includes('postgresFamily'), zone)
  if (type.kind === 'date' || type.kind === 'timestamp') {
    const { calendarMoment } = wordsOf(name)
    return calendarMoment ? { ...calendarMoment(column), reads: column, isOfRow: true } : column
  }
  if (type.kind !== 'text' || !exactText) return column
  const text = families.includes('mysqlFamily') ? sql`CONVERT(${column} USING utf8mb4)` : column
  return { kind: 'fragment', strings: ['', ` ${exactText}`], args: [text] }
}

function localTime(instant: SqlExpression, name: DialectName, isPostgres: boolean, zone: string): SqlExpression {
  return isPostgres
    ? sql`${instant} AT TIME ZONE ${textValue(zone)}`
    : wordsOf(name).localTime(instant, textValue(zone))
}
