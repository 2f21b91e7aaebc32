import { useEffect, useState } from 'react'
import { addressOfFile, hasSessionToken } from '../api.ts'

/**
 * The address under which the browser can load a picture of this server: its own, or in an embed, whose session is no cookie,
 * one of the picture that this page has fetched; undefined until then.
 */
export function useLoadable(address: string | undefined): string | undefined {
  const [fetched, setFetched] = useState<{ of: string; as: string }>()
  // The token of the session is for this server alone.
  const isOurs = address !== undefined && new URL(address, location.origin).origin === location.origin
  const isFetched = hasSessionToken() && isOurs && !address.startsWith('blob:')
  useEffect(() => {
    if (!isFetched || address === undefined) return
    const controller = new AbortController()
    let made: string | undefined
    addressOfFile(address, controller.signal).then(
      (as) => {
        made = as
        if (controller.signal.aborted) URL.revokeObjectURL(as)
        else setFetched({ of: address, as })
      },
      // A picture that does not come is drawn as a broken one.
      () => controller.signal.aborted || setFetched({ of: address, as: address }),
    )
    return () => {
      controller.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [address, isFetched])
  if (!isFetched) return address
  return fetched?.of === address ? fetched.as : undefined
}
