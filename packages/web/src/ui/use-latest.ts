import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same and calls the newest one, for parts that are drawn again when a function that they get changes. */
export function useLatest<Given extends unknown[], Result>(
  call: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((...given) => latest.current(...given), [])
}
