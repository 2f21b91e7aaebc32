import { AppError } from '@octavo/core/errors'

/** The two engines that speak this protocol; each is a dialect. */
export type Flavour = 'mariadb' | 'mysql'

export const labels: Record<Flavour, string> = { mariadb: 'MariaDB', mysql: 'MySQL' }

/**
 * The oldest served releases. MySQL has a collation in which blanks at the end of a text count from 8.0.17 on (utf8mb4_0900_bin), and
 * MariaDB has JSON_TABLE from 10.6 on.
 */
const oldest: Record<Flavour, string> = { mariadb: '10.6', mysql: '8.0.17' }

/** The engine that a server's `VERSION()` names. */
export const flavourOf = (version: string): Flavour => (/mariadb/i.test(version) ? 'mariadb' : 'mysql')

/** Throws `source_unavailable` for a MariaDB server that is too old. Releases of MySQL are recognized by their collations. */
export function assertServed(version: string): void {
  if (flavourOf(version) === 'mariadb' && isBefore(version, oldest.mariadb)) throw tooOld(version)
}

/** The error for a server of this version, which is too old. */
export function tooOld(version: string, cause?: unknown): AppError {
  const flavour = flavourOf(version)
  const label = labels[flavour]
  const reason = `The server is ${label} ${numberOf(version)}, and Octavo needs ${label} ${oldest[flavour]} or newer.`
  return new AppError('source_unavailable', { source: `${label} connection`, reason, step: 'version' }, { cause })
}

/** Servers of MariaDB may prefix their version with `5.5.5-`, for clients that expect a version of MySQL. */
const numberOf = (version: string): string => /^(?:5\.5\.5-)?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? version

function isBefore(version: string, wanted: string): boolean {
  const [found, needed] = [numberOf(version), wanted].map((number) => number.split('.').map(Number))
  for (const [at, part] of (needed ?? []).entries()) {
    const own = found?.[at] ?? 0
    if (own !== part) return own < part
  }
  return false
}
