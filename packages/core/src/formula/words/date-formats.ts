type Codes = Record<string, string>

/** Translates strftime codes to another notation; text outside of codes is passed to `literal`. */
function translated(format: string, codes: Codes, literal: (text: string) => string): string {
  return format.replace(/%(.)|([^%]+)|%$/gs, (whole, code: string | undefined, plain: string | undefined) => {
    const word = code === undefined ? undefined : codes[code]
    if (word !== undefined) return word
    return literal(code === '%' ? '%' : (plain ?? whole))
  })
}

const SNOWFLAKE: Codes = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  B: 'MMMM',
  b: 'MON',
  a: 'DY',
  d: 'DD',
  H: 'HH24',
  I: 'HH12',
  M: 'MI',
  S: 'SS',
  p: 'AM',
  L: 'FF3',
  f: 'FF6',
}

export function snowflakeFormat(format: string): string {
  return translated(format, SNOWFLAKE, (text) => `"${text.replaceAll('"', '')}"`)
}

const POSTGRES: Codes = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  B: 'Month',
  b: 'Mon',
  A: 'Day',
  a: 'Dy',
  d: 'DD',
  H: 'HH24',
  I: 'HH12',
  M: 'MI',
  S: 'SS',
  p: 'AM',
  L: 'MS',
  f: 'US',
  j: 'DDD',
}

export function redshiftFormat(format: string): string {
  return translated(format, POSTGRES, (text) => `"${text.replace(/["\\]/g, '\\$&')}"`)
}

const JAVA: Codes = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  B: 'MMMM',
  b: 'MMM',
  A: 'EEEE',
  a: 'E',
  d: 'dd',
  H: 'HH',
  I: 'hh',
  M: 'mm',
  S: 'ss',
  p: 'a',
  L: 'SSS',
  f: 'SSSSSS',
  j: 'DDD',
}

export function javaFormat(format: string): string {
  return translated(format, JAVA, (text) => `'${text.replaceAll("'", "''")}'`)
}

const MYSQL: Codes = {
  B: '%M',
  A: '%W',
  M: '%i',
  L: '%f',
  Y: '%Y',
  y: '%y',
  m: '%m',
  b: '%b',
  a: '%a',
  d: '%d',
  H: '%H',
  I: '%I',
  S: '%S',
  p: '%p',
  f: '%f',
  j: '%j',
}

/** STR_TO_DATE and DATE_PARSE share their codes. */
export function mysqlFormat(format: string): string {
  return translated(format, MYSQL, (text) => text.replaceAll('%', '%%'))
}

/** Whether the format has a two-digit year, which means 1970 to 2069 whatever the engine's rule. */
export function hasShortYear(format: string): boolean {
  return [...format.matchAll(/%(.)/gs)].some(([, code]) => code === 'y')
}
