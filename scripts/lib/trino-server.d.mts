/** Types of trino-server.mjs for the benchmark that uses it. */
export function startTrino(workers?: number): Promise<{ skipped: string } | { address: string; stop: () => void }>
