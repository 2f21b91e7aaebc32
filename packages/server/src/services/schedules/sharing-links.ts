import type { Viewer } from '@octavo/core/access'
import { mostLinkCharacters } from '@octavo/core/contract'
import type { Problem } from '@octavo/core/errors'

/**
 * Problems of the link that messages contain instead of that of the workbook. The page around an embed names it, so only a session of an
 * embed may set one; every member may remove it.
 */
export function sharingLinkProblems(viewer: Viewer, link: string | null | undefined, path: string): Problem[] {
  if (link === null || link === undefined) return []
  if (viewer.via.kind !== 'embedSession') {
    return [{ path, message: 'Only a session of an embed may set the link of messages.' }]
  }
  if (isWebLink(link)) return []
  return [
    {
      path,
      message: `must be an address that starts with http:// or https://, with at most ${mostLinkCharacters} characters`,
    },
  ]
}

function isWebLink(text: string): boolean {
  const address = URL.parse(text)
  return text.length <= mostLinkCharacters && (address?.protocol === 'http:' || address?.protocol === 'https:')
}
