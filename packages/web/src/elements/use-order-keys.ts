import { useRef } from 'react'

interface OrderKeys {
  keys: readonly number[]
  /** Called with every change of the order, before it is drawn. */
  moved: (from: number, to: number) => void
  removed: (at: number) => void
}

/** Keys for entries without an identity of their own, so that an entry which is moved keeps its focus and what is open in it. */
export function useOrderKeys(count: number): OrderKeys {
  const kept = useRef<{ next: number; keys: number[] }>({ next: 0, keys: [] })
  const { current } = kept
  while (current.keys.length < count) current.keys.push(current.next++)
  current.keys.length = count
  return {
    keys: current.keys,
    moved: (from, to) => current.keys.splice(to, 0, ...current.keys.splice(from, 1)),
    removed: (at) => current.keys.splice(at, 1),
  }
}
