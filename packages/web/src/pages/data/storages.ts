/** The query key of the organization's storages. */
export const storagesQueryKey = ['organization', 'storages'] as const
