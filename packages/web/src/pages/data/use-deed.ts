import { useState } from 'react'
import { explain } from '../../explain.ts'

/** One request that changes something: whether it runs, and what the server said when it refused. */
export function useDeed<Arguments extends unknown[]>(deed: (...given: Arguments) => Promise<unknown>) {
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
      deed(...given)
        .catch((error: unknown) => {
          const { message, hint } = explain(error)
          setFailure([message, hint].filter(Boolean).join(' '))
        })
        .finally(() => setBusy(false))
    },
  }
}
