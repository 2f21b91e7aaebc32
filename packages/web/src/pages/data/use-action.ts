import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { explain } from '../../explain.ts'

/** One request that changes something: whether it runs, and what the server said when it refused. */
export function useAction<Arguments extends unknown[]>(action: (...given: Arguments) => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    run: (...given: Arguments) => {
      if (isBusy) return
      setBusy(true)
      setFailure(undefined)
      action(...given)
        .catch((error: unknown) => {
          setFailure(wordsOf(error))
        })
        .finally(() => setBusy(false))
    },
  }
}

/** What the server says, and under it what is wrong with each thing that was sent. */
function wordsOf(error: unknown): string {
  const { message, hint } = explain(error)
  const problems = error instanceof ApiError ? error.problems : []
  const lines = problems
    .filter((problem) => problem.message !== message)
    .map((problem) => [`${problem.path}:`, problem.message, problem.hint].filter(Boolean).join(' '))
  // When each object has a separate message, the hint repeats that only.
  return lines.length > 0 ? [message, ...lines].join('\n') : [message, hint].filter(Boolean).join(' ')
}
