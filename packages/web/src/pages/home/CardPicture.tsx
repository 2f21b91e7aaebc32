import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '../../api.ts'
import { useTheme } from '../../theme.ts'
import { Notebook } from '../../ui/index.ts'

const firstPauseMs = 1_500
const longestPauseMs = 30_000

/** A picture of the top of a workbook's first page as the member sees it; a plain frame while there is none. */
export function CardPicture({ workbookId, version }: { workbookId: string; version: string }) {
  const theme = useTheme()
  const { data } = useQuery({
    // Requested again after a publication.
    queryKey: ['card-picture', workbookId, version, theme],
    queryFn: async ({ signal }) => {
      const response = await send(`/v2/workbooks/${workbookId}/card-picture`, {
        signal,
        query: { theme },
        accept: '*/*',
      })
      if (response.status === 200) return { file: await response.blob() }
      return { isWaiting: response.headers.has('retry-after') }
    },
    staleTime: 60_000,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.isWaiting ? Math.min(longestPauseMs, firstPauseMs * 1.3 ** state.dataUpdateCount) : false,
  })
  const address = useAddress(data?.file)
  return (
    <div className="flex aspect-[268/120] items-center justify-center overflow-hidden rounded-t-[7px] border-b border-line bg-sunken">
      {address === undefined ? (
        <Notebook className="size-6 text-faint" />
      ) : (
        <img src={address} alt="" className="size-full object-cover object-top" />
      )}
    </div>
  )
}

/** An object URL of a file, for as long as it is shown. */
function useAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
