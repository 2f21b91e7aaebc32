/** Types of run-tests.mjs for its test. */
export function runTests(
  args: string[],
  env: Record<string, string>,
  options?: { folder?: string; stdio?: 'inherit' | 'ignore'; mayStarve?: (file: string) => boolean },
): { results: { testResults: { name: string; status: string }[] }; isGood: boolean } | null
