import type { DocumentColumn } from './api.ts'
import { columnName } from './names.ts'

/** Column names that suggest places, the most certain first. */
const regionNames: readonly [RegExp, string][] = [
  [/count(y|ies)|fips/i, 'us-county'],
  [/zip|postal ?code/i, 'us-zipcode'],
  [/\b(cbsa|metro)/i, 'us-cbsa'],
  [/provinces?\b/i, 'ca-province'],
  [/\bstates?\b/i, 'us-state'],
  [/countr(y|ies)|nations?\b/i, 'country'],
]
const fieldNames: Readonly<Record<string, RegExp>> = {
  latitude: /\blat(itude)?\b/i,
  longitude: /\b(lng|long?|longitude)\b/i,
  geography: /\b(geo(graphy|metry|json|m)?|wkt|shape|polygon|location)\b/i,
}

/** The column for a field of a map, chosen by its name; undefined when no name fits. */
export function placeColumn(field: string, columns: readonly DocumentColumn[]): DocumentColumn | undefined {
  if (field !== 'region') return columns.find((column) => fieldNames[field]?.test(spaced(column)))
  return columns.find((column) => regionNames.some(([name]) => name.test(spaced(column))))
}

/** The type of region that the name of a column suggests; countries when it suggests none. */
export function regionTypeOf(name: string): string {
  return regionNames.find(([known]) => known.test(name.replaceAll('_', ' ')))?.[1] ?? 'country'
}

const spaced = (column: DocumentColumn): string => columnName(column).replaceAll('_', ' ')
