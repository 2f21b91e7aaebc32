const types: readonly string[] = ['control', 'column', 'column-range']

/**
 * Whether a value of an effect is one of a control or of what is selected. Such values come with requests: callers who may start the action may
 * choose them anyway.
 */
export const isOfPage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && types.includes(String(value.type))
