import { useEffect, useState } from 'react'
import { addressOfFile, hasSessionToken } from '../api.ts'

/**
 * The URL under which the browser can load a picture of this server. In an embed, whose session has no cookie, it is an
 * object URL of the picture that this page has fetched; undefined until then.
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
      // A picture that cannot be loaded is shown as a broken image.
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
