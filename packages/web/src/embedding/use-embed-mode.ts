import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { customViewKey } from '../pages/view-address.ts'
import { parseRawSearch, writeRawSearch } from '../raw-search.ts'

/** The part of an address that names the workbook as its readers see it. */
export const readingPath = (pathname: string): string => pathname.replace(/\/(edit|explore)$/, '')

/** Goes to the reader's own view of the workbook or back; where that may not be, nothing happens. */
export function useEmbedMode(mayCustomize: boolean): (mode: 'view' | 'explore') => void {
  const navigate = useNavigate()
  const { org = '-', slug = '' } = useParams({ strict: false })
  return useCallback(
    (mode) => {
      const present = /\/(edit|explore)$/.exec(location.pathname)?.[1] ?? 'view'
      if (present === mode) return
      const search = parseRawSearch(location.search)
      if (mode === 'view') void navigate({ href: `${readingPath(location.pathname)}${writeRawSearch(search)}` })
      else if (mayCustomize) {
        const { [customViewKey]: key, ...rest } = search
        const kept = writeRawSearch(key === undefined ? rest : { ...rest, [customViewKey]: key })
        void navigate({ href: `/${org}/workbook/${slug}/explore${kept}` })
      }
    },
    [navigate, org, slug, mayCustomize],
  )
}
