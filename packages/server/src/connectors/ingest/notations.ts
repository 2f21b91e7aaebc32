import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * The notation of numbers or dates in a text column. `plain` is the form that every engine reads: 1234.5 and 2026-05-31. `comma` writes
 * 1.234,5; `grouped` writes 1,234.5; the others write 31.05.2026, 31/05/2026 and 05/31/2026.
 */
export type Notation = 'plain' | 'comma' | 'grouped' | 'day-dots' | 'day-slashes' | 'month-slashes'

export interface ColumnNotation {
  notation: Notation
  /** The values can be read in two ways, so the column is text until the uploader chooses another type. */
  isAmbiguous: boolean
}

const space = '\u0020\u00a0\u202f'
const clock = '( ([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?)?'
const forms = {
  comma: `[-+]?([0-9]{1,3}([.${space}][0-9]{3})+|[0-9]+)(,[0-9]+)?`,
  /** Written with a comma that cannot group thousands. */
  certainComma: `[-+]?([0-9]*,([0-9]{1,2}|[0-9]{4,})|0+,[0-9]+|[0-9]{4,},[0-9]+|[0-9]{1,3}([.${space}][0-9]{3})+,[0-9]+)`,
  grouped: "[-+]?([0-9]{1,3}([,''][0-9]{3})+|[0-9]+)(\\.[0-9]+)?",
  /** Written with commas of which at most one could be decimal. */
  certainGrouped: "[-+]?[0-9]{1,3}([,''][0-9]{3})+(\\.[0-9]+)|[-+]?[0-9]{1,3}([,''][0-9]{3}){2,}",
  dots: '[-+]?[0-9]{1,3}(\\.[0-9]{3})+',
  whole: '[-+]?[0-9]+',
  dayDots: `[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{4}${clock}`,
  slashes: `[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}${clock}`,
}

const datePattern = '^([0-9]{1,2})[./]([0-9]{1,2})[./]([0-9]{4})(.*)$'

interface Evidence {
  isComma: boolean
  isCertainComma: boolean
  isGrouped: boolean
  isCertainGrouped: boolean
  isDots: boolean
  isDayDots: boolean
  isSlashes: boolean
  firstNumber: number
  secondNumber: number
}

/**
 * The notation of each text column, from all of its values. A file uses one number format: when one column certainly uses decimal commas,
 * 1.234 in another one may mean a thousand, and is ambiguous. So are dates with slashes whose days and months are all at most 12, and 1,234
 * in a file without other evidence. Ambiguous dates stay `plain`.
 */
export async function notationsOf(
  connection: DuckDBConnection,
  raw: string,
  columns: readonly string[],
): Promise<Map<string, ColumnNotation>> {
  const evidence = new Map<string, Evidence>()
  const sampled = `(SELECT * FROM ${raw} LIMIT 20000)`
  for (const column of columns) {
    const first = await evidenceOf(connection, sampled, column)
    if (first && isWritten(first)) {
      const all = await evidenceOf(connection, raw, column)
      if (all) evidence.set(column, all)
    }
  }
  const hasComma = [...evidence.values()].some((each) => each.isComma && each.isCertainComma)
  const hasGrouped = [...evidence.values()].some((each) => each.isGrouped && each.isCertainGrouped)
  return new Map(columns.map((column) => [column, notationOf(evidence.get(column), { hasComma, hasGrouped })] as const))
}

/** Whether all values have one non-plain notation. */
const isWritten = (each: Evidence) => each.isComma || each.isGrouped || each.isDots || each.isDayDots || each.isSlashes

function notationOf(each: Evidence | undefined, file: { hasComma: boolean; hasGrouped: boolean }): ColumnNotation {
  const sure = (notation: Notation): ColumnNotation => ({ notation, isAmbiguous: false })
  if (!each) return sure('plain')
  if (each.isDayDots) return sure('day-dots')
  if (each.isSlashes) {
    const [isDayFirst, isMonthFirst] = [each.secondNumber <= 12, each.firstNumber <= 12]
    if (isDayFirst === isMonthFirst) return sure('plain')
    return sure(isDayFirst ? 'day-slashes' : 'month-slashes')
  }
  if (each.isComma && each.isCertainComma) return sure('comma')
  if (each.isGrouped && each.isCertainGrouped) return sure('grouped')
  if (file.hasComma && each.isDots) return { notation: 'comma', isAmbiguous: true }
  if (file.hasComma && !file.hasGrouped && each.isComma) return sure('comma')
  if (file.hasGrouped && !file.hasComma && each.isGrouped) return sure('grouped')
  return sure('plain')
}

async function evidenceOf(connection: DuckDBConnection, from: string, column: string): Promise<Evidence | null> {
  const text = `nullif(${column}, '')`
  const is = (form: string) => `regexp_full_match(${text}, '${form}')`
  const every = (form: string) => `bool_and(${is(form)}) FILTER (${text} IS NOT NULL)`
  const part = (number: number) => `max(TRY_CAST(regexp_extract(${text}, '${datePattern}', ${number}) AS INTEGER))`
  const reader = await connection.runAndReadAll(
    `SELECT ${every(forms.comma)}, bool_or(${is(forms.certainComma)}), ${every(forms.grouped)},
      bool_or(${is(forms.certainGrouped)}), ${every(`(${forms.dots}|${forms.whole})`)} AND bool_or(${is(forms.dots)}),
      ${every(forms.dayDots)}, ${every(forms.slashes)}, ${part(1)}, ${part(2)}, bool_and(${is(forms.whole)})
      FROM ${from}`,
  )
  const [row = []] = reader.getRows()
  const [isComma, isCertainComma, isGrouped, isCertainGrouped, isDots, isDayDots, isSlashes, first, second, isWhole] =
    row
  if (isWhole === true) return null
  return {
    isComma: isComma === true,
    isCertainComma: isCertainComma === true,
    isGrouped: isGrouped === true,
    isCertainGrouped: isCertainGrouped === true,
    isDots: isDots === true,
    isDayDots: isDayDots === true,
    isSlashes: isSlashes === true,
    firstNumber: Number(first ?? 0),
    secondNumber: Number(second ?? 0),
  }
}

/** SQL that converts a column's text to plain notation. Texts in another notation are unchanged, or become invalid. */
export function plainText(notation: Notation, column: string): string {
  const group = (number: number) => `regexp_extract(${column}, '${datePattern}', ${number})`
  const padded = (number: number) => `lpad(${group(number)}, 2, '0')`
  const dateOf = (month: number, day: number) =>
    `CASE WHEN regexp_matches(${column}, '${datePattern}')
      THEN ${group(3)} || '-' || ${padded(month)} || '-' || ${padded(day)} || ${clockOf(group(4))} ELSE ${column} END`
  switch (notation) {
    case 'plain':
      return column
    case 'comma':
      return `replace(regexp_replace(${column}, '[.${space}]', '', 'g'), ',', '.')`
    case 'grouped':
      return `regexp_replace(${column}, '[,'']', '', 'g')`
    case 'day-dots':
    case 'day-slashes':
      return dateOf(2, 1)
    case 'month-slashes':
      return dateOf(1, 2)
  }
}

/** ` 9:30` as ` 09:30`. */
const clockOf = (clock: string) => `regexp_replace(${clock}, '^ ([0-9]):', ' 0\\1:')`
