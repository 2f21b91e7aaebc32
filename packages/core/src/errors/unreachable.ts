/** Closes a union: a new case that nobody handles stops the build here. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
