type Bound<F> = F extends (parts: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never

/**
 * A service made of functions that take its parts first: whoever has the service calls them without. The functions stand in
 * the module, where each says what it needs.
 */
export function serviceOf<Parts, Functions extends Record<string, (parts: Parts, ...rest: never[]) => unknown>>(
  parts: Parts,
  functions: Functions,
): { [Name in keyof Functions]: Bound<Functions[Name]> } {
  const bound = Object.entries(functions).map(([name, call]) => [name, call.bind(null, parts)])
  return Object.fromEntries(bound)
}
