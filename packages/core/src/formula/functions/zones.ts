import { and, caseWhen, eq, type SqlExpression, sql, textValue, value } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import { TEXT } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { ABBREVIATED_ZONES, ZONE_NAMES } from './zone-names.ts'

const SEPARATOR = ','
const ALL_NAMES = textValue(`${SEPARATOR}${ZONE_NAMES.join(SEPARATOR)}${SEPARATOR}`)
const byLowerCase = new Map(
  [...ZONE_NAMES.map((name) => [name, name] as const), ...ABBREVIATED_ZONES].map(([name, zone]) => [
    name.toLowerCase(),
    zone,
  ]),
)

/** Why a literal is not a time zone; null when it is one, in any case. */
export function zoneProblem(constant: Cell): string | null {
  return constant === null || nameOf(constant) !== undefined
    ? null
    : 'An IANA name of a time zone, such as "Europe/Paris" or "UTC".'
}

function nameOf(constant: Cell): string | undefined {
  return typeof constant === 'string' ? byLowerCase.get(constant.toLowerCase()) : undefined
}

/**
 * The zone of an argument; null when it is not a zone. DuckDB and PostgreSQL raise an error for other texts, so that one such row would
 * fail the whole query.
 */
export function zoneNamed(argument: SqlExpression, constant: Cell | undefined, words: Words): SqlExpression {
  if (constant !== undefined) return value(nameOf(constant) ?? null, TEXT)
  const separator = textValue(SEPARATOR)
  const isOneWord = sql`${words.position(argument, separator)} = 0`
  const isListed = sql`${words.position(ALL_NAMES, words.joined([separator, argument, separator]))} > 0`
  const abbreviated = ABBREVIATED_ZONES.map(([name, zone]) => ({
    when: eq(argument, textValue(name)),
    value: textValue(zone),
  }))
  return caseWhen([{ when: and(isOneWord, isListed), value: argument }, ...abbreviated])
}
