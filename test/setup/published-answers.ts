/**
 * Passes the published contract to the server's HTTP test harness, so that every response in any test is checked against it. The contract
 * is loaded with the first response.
 */
Object.assign(globalThis, {
  octavoPublishedCheck: async (operationId: string, status: number, body: unknown): Promise<void> => {
    const { expectPublished } = await import('../contract/published.ts')
    expectPublished(operationId, status, body)
  },
})
