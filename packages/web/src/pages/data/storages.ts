/** The storages of the organization, as lists of them are kept. */
export const storagesQueryKey = ['organization', 'storages'] as const
