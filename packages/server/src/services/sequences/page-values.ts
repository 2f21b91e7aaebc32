const types: readonly string[] = ['control', 'column', 'column-range']

/**
 * Whether a value of an effect comes from a control or the selection. Such values are part of the request; members who
 * may start the action may choose them anyway.
 */
export const isOfPage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && types.includes(String(value.type))
