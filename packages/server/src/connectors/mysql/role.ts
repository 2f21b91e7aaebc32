import type { EngineRole } from '../api.ts'

/** Global rights that extend beyond tables. */
const reachingFar = ['ALL PRIVILEGES', 'SUPER', 'FILE', 'SET USER', 'SYSTEM_USER', 'SYSTEM_VARIABLES_ADMIN']
const reading = /\b(ALL PRIVILEGES|SELECT)\b/
const writing = /\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\b/

/** Parses the lines of SHOW GRANTS, such as ``GRANT SELECT, FILE ON *.* TO `reader`@`%` ``. */
export function roleOf(grants: readonly string[]): EngineRole {
  const privileges = new Set<string>()
  let mayWrite = false
  let readsNothing = true
  for (const grant of grants) {
    const [, rights = '', object = ''] = /^GRANT (.+?) ON (\S+) TO /.exec(grant) ?? []
    if (writing.test(rights)) mayWrite = true
    if (reading.test(rights)) readsNothing = false
    if (object !== '*.*') continue
    const named = rights.split(',').map((right) => right.trim())
    for (const right of reachingFar) if (named.includes(right)) privileges.add(right)
  }
  return { privileges: [...privileges], mayWrite, readsNothing }
}
