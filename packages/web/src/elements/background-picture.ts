import type { CSSProperties } from 'react'
import { useOfPage } from '../editor/index.ts'
import { pictureAddress } from './picture-address.ts'
import { useLoadable } from './use-loadable.ts'

const fits: Record<string, string> = {
  contain: 'contain',
  cover: 'cover',
  none: 'auto',
  'scale-down': 'contain',
  stretch: '100% 100%',
}
const places: Record<string, string> = { start: '0%', middle: '50%', end: '100%' }

/** The picture behind a page or a container; undefined for one that this server does not have. */
export function useBackgroundPicture(image: unknown): CSSProperties {
  const { source, url, style } = record(image)
  const address = useLoadable(useOfPage((page) => pictureAddress(source ?? { kind: 'url', url }, page)))
  if (address === undefined) return {}
  const { fit, horizontalAlign, verticalAlign, tiling } = record(style)
  return {
    backgroundImage: `url(${JSON.stringify(address)})`,
    backgroundSize: fits[String(fit)] ?? 'cover',
    backgroundRepeat: tiling === 'repeat' ? 'repeat' : 'no-repeat',
    backgroundPosition: `${places[String(horizontalAlign)] ?? '50%'} ${places[String(verticalAlign)] ?? '50%'}`,
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
