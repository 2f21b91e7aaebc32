import type { BaseElement } from '@octavo/core/document'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMaybeEditor, useOfPage } from '../../editor/index.ts'
import { classNames, Picture } from '../../ui/index.ts'
import { actionsOf, hasRunnable } from '../effects/index.ts'
import { elementStyle } from '../element-style.ts'
import type { ElementViewProps } from '../element-view.ts'
import { pictureAddress } from '../picture-address.ts'
import { runActions } from '../run-actions.ts'
import { useEffectHost } from '../use-effects.ts'
import { useLoadable } from '../use-loadable.ts'
import { useRunsActions } from '../use-runs-actions.ts'
import { useWrittenSource } from '../use-written-source.ts'
import { webAddress } from '../web-address.ts'

const fits = new Set(['contain', 'cover', 'none', 'scale-down'])
const places: Record<string, string> = { start: '0%', middle: '50%', end: '100%' }

/**
 * A picture from this server, or from another host that the organization lists. The security policy of the app lets a
 * page load nothing else, so any other picture is replaced with a placeholder that shows its text and a link.
 */
export function Image({ element }: ElementViewProps) {
  const isEditor = useMaybeEditor() !== undefined
  const [brokenAddress, setBrokenAddress] = useState<string>()
  const { source, status, problem } = useWrittenSource(element.source, element)
  const address = useOfPage((page) => pictureAddress(source, page))
  const alt = typeof element.alt === 'string' ? element.alt : ''
  const { css } = elementStyle(element.style)
  const loadable = useLoadable(address)
  if (!address || address === brokenAddress) {
    if (status === 'waiting') return <div className="size-full animate-pulse rounded-lg bg-sunken" aria-busy />
    const standIn = { alt, address: elsewhere(source), problem, style: css, promptsForFile: isEditor && !address }
    return <StandIn {...standIn} />
  }
  const image = (
    <img
      src={loadable}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      className={classNames('size-full', styleOf(element).shape === 'circle' && 'rounded-full')}
      style={{ ...css, ...placed(element) }}
      onError={() => setBrokenAddress(address)}
    />
  )
  return <Pressable element={element}>{image}</Pressable>
}

/** A picture with actions is a button. */
function Pressable({ element, children }: { element: BaseElement; children: ReactNode }) {
  const { t } = useTranslation()
  const host = useEffectHost(element.id)
  const runs = useRunsActions()
  const actions = actionsOf(element.actions, 'on-click').filter(hasRunnable)
  if (!runs || actions.length === 0) return children
  const name = typeof element.alt === 'string' && element.alt !== '' ? element.alt : t('image.untitled')
  return (
    <button type="button" aria-label={name} className="size-full" onClick={() => runActions(actions, host)}>
      {children}
    </button>
  )
}

interface StandInProps {
  alt: string
  /** Of another host. */
  address: string | undefined
  /** Why its address could not be computed. */
  problem: string | undefined
  style: CSSProperties
  /** Tells an author how to add a picture. */
  promptsForFile: boolean
}

function StandIn({ alt, address, problem, style, promptsForFile }: StandInProps) {
  const { t } = useTranslation()
  return (
    <figure
      className="flex h-full flex-col items-center justify-center gap-1 overflow-hidden rounded-lg border border-line bg-sunken px-3 text-center"
      style={style}
    >
      <Picture className="size-5 shrink-0 text-faint" />
      <figcaption className="max-w-full truncate text-muted">
        {alt || t(promptsForFile && !address && !problem ? 'image.prompt' : 'image.untitled')}
      </figcaption>
      {problem && (
        <p className="max-w-full truncate text-xs text-danger" title={problem}>
          {problem}
        </p>
      )}
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="max-w-full truncate text-xs text-accent-text underline underline-offset-2"
          title={t('image.elsewhere')}
        >
          {t('image.open', { host: new URL(address).host })}
        </a>
      )}
    </figure>
  )
}

function elsewhere(source: unknown): string | undefined {
  const { kind, url } = (source ?? {}) as { kind?: unknown; url?: unknown }
  return kind === 'url' ? webAddress(url) : undefined
}

function styleOf(element: BaseElement): Record<string, unknown> {
  return typeof element.style === 'object' && element.style !== null ? (element.style as Record<string, unknown>) : {}
}

function placed(element: BaseElement): CSSProperties {
  const { fit, horizontalAlign, verticalAlign } = styleOf(element)
  const objectFit = fit === 'stretch' ? 'fill' : fits.has(String(fit)) ? (fit as CSSProperties['objectFit']) : 'contain'
  const place = (align: unknown) => places[String(align)] ?? '50%'
  return { objectFit, objectPosition: `${place(horizontalAlign)} ${place(verticalAlign)}` }
}
