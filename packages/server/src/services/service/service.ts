type Bound<F> = F extends (parts: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never

/**
 * Makes a service from functions whose first parameter is their dependencies; the service's methods omit it. Each function declares which
 * dependencies it uses.
 */
export function serviceOf<Parts, Functions extends Record<string, (parts: Parts, ...rest: never[]) => unknown>>(
  parts: Parts,
  functions: Functions,
): { [Name in keyof Functions]: Bound<Functions[Name]> } {
  const bound = Object.entries(functions).map(([name, call]) => [name, call.bind(null, parts)])
  return Object.fromEntries(bound)
}
