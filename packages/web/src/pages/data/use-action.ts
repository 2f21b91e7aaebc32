import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { explain } from '../../explain.ts'

/** One request that changes something: whether it is running, and the error of the server if it was refused. */
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

/** The error of the server, and below it the problem of each object that was sent. */
function wordsOf(error: unknown): string {
  const { message, hint } = explain(error)
  const problems = error instanceof ApiError ? error.problems : []
  const lines = problems
    .filter((problem) => problem.message !== message)
    .map((problem) => [`${problem.path}:`, problem.message, problem.hint].filter(Boolean).join(' '))
  // When each object has a separate message, the hint repeats that only.
  return lines.length > 0 ? [message, ...lines].join('\n') : [message, hint].filter(Boolean).join(' ')
}
