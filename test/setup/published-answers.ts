/**
 * Gives the HTTP test harness of the server the published contract, so that every answer that any test receives is checked
 * against it. The contract is loaded with the first answer.
 */
Object.assign(globalThis, {
  octavoPublishedCheck: async (operationId: string, status: number, body: unknown): Promise<void> => {
    const { expectPublished } = await import('../contract/published.ts')
    expectPublished(operationId, status, body)
  },
})
