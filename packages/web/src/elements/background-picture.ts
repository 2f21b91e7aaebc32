import type { DocumentElement } from '@octavo/core/document'
import type { CSSProperties } from 'react'
import { useOfPage } from '../editor/index.ts'
import { pictureAddress } from './picture-address.ts'
import { useLoadable } from './use-loadable.ts'
import { useWrittenSource } from './use-written-source.ts'

const fits: Record<string, string> = {
  contain: 'contain',
  cover: 'cover',
  none: 'auto',
  'scale-down': 'contain',
  stretch: '100% 100%',
}
const places: Record<string, string> = { start: '0%', middle: '50%', end: '100%' }

/** The picture behind a page, or behind the container `element`; nothing for one that cannot be loaded. */
export function useBackgroundPicture(image: unknown, element?: DocumentElement): CSSProperties {
  const { source, url, style } = record(image)
  const written = useWrittenSource(source ?? { kind: 'url', url }, element)
  const address = useLoadable(useOfPage((page) => pictureAddress(written.source, page)))
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
