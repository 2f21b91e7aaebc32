/** Facts about an object by the names that the API gives them. */
type Facts = Readonly<Record<string, unknown>>

/** Null `before`: the object was created. Null `after`: it was deleted. */
export interface ObjectChange {
  before: object | null
  after: object | null
}

/** Author and time are already part of the event. */
const ofTheEvent = new Set(['createdBy', 'updatedBy', 'createdAt', 'updatedAt'])
const secretName = /secret|passw|passphrase|token|hash|encrypted|privatekey/i

/**
 * Details of an event with `before` and `after`. For a changed object these contain only the differences, for a created or deleted one
 * everything that is known. Values of fields that are named like secrets are removed anywhere in the details.
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
