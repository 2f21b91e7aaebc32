/** Facts about an object by the names that the API gives them. */
type Facts = Readonly<Record<string, unknown>>

/** Null `before`: the object was made. Null `after`: it is gone. */
export interface ObjectChange {
  before: object | null
  after: object | null
}

/** Who and when is what the event tells by itself. */
const ofTheEvent = new Set(['createdBy', 'updatedBy', 'createdAt', 'updatedAt'])
const secretName = /secret|passw|passphrase|token|hash|encrypted|privatekey/i

/**
 * Details of an event with `before` and `after`. Of an object that was changed they hold only what differs, of one that
 * was made or is gone all that is known. What is named like a secret is named alone, wherever it stands in the details.
 */
export function withChange(details: Facts, change: ObjectChange | undefined): Record<string, unknown> {
  const whole = change === undefined ? details : { ...details, ...differing(change) }
  return withoutSecrets(whole) as Record<string, unknown>
}

function differing({ before, after }: ObjectChange): { before: Facts | null; after: Facts | null } {
  const was = factsOf(before)
  const is = factsOf(after)
  if (was === null || is === null) return { before: was, after: is }
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null),
  )
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
  return { before: only(was), after: only(is) }
}

function factsOf(value: object | null): Facts | null {
  if (value === null) return null
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ofTheEvent.has(name)))
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isHidden = secretName.test(name) && (typeof item === 'string' || typeof item === 'object') && item !== null
      return [name, isHidden ? '(not kept)' : withoutSecrets(item)]
    }),
  )
}
