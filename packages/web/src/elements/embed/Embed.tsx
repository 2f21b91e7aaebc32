import type { DynamicAddress } from '@octavo/core/display'
import { elementName } from '@octavo/core/document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfPage } from '../../editor/index.ts'
import { Frame, Message } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import type { ElementViewProps } from '../element-view.ts'
import { useAddressProblem, useDynamicAddress } from '../use-dynamic-text.ts'
import { webAddress } from '../web-address.ts'

/**
 * Shows a page of another host that the organization lists in a frame; otherwise says what is missing, with a link.
 * Pages of this server are never framed, because their scripts would have the rights of the reader.
 */
export function Embed({ element }: ElementViewProps) {
  const { t } = useTranslation('further')
  const url = typeof element.url === 'string' ? element.url : ''
  const written = useDynamicAddress(element, url)
  const address = webAddress(written.status === 'ready' ? written.address : undefined)
  const origin = address === undefined ? undefined : new URL(address).origin
  const isListed = useOfPage(({ contentHosts }) => origin !== undefined && contentHosts?.includes(origin) === true)
  const isBlocked = useIsBlocked(origin)
  const words = useWordsInstead({ url, written, address, isBlocked: isListed && isBlocked })
  const { css } = elementStyle(element.style)
  const host = address === undefined ? '' : new URL(address).host
  if (address !== undefined && isListed && !isBlocked && origin !== location.origin) {
    return (
      <iframe
        src={address}
        title={elementName(element) || host}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        loading="lazy"
        className="size-full rounded-lg border border-line bg-surface"
        style={css}
      />
    )
  }
  if (written.status === 'waiting') return <div className="size-full animate-pulse rounded-lg bg-sunken" aria-busy />
  return (
    <section className="h-full overflow-hidden rounded-lg border border-dashed border-line-strong" style={css}>
      <Message
        icon={Frame}
        className="h-full"
        {...words}
        actions={
          address && (
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="text-accent-text underline underline-offset-2"
            >
              {t('embed.open', { host })}
            </a>
          )
        }
      />
    </section>
  )
}

interface Reason {
  /** As it is in the document. */
  url: string
  written: DynamicAddress
  /** Undefined if it is not an address of the web. */
  address: string | undefined
  isBlocked: boolean
}

/** Why there is no frame: for readers too, who cannot change the address. */
function useWordsInstead({ url, written, address, isBlocked }: Reason): { title: string; text: string } {
  const { t } = useTranslation('further')
  const problem = useAddressProblem()(written)
  const words = (key: 'empty' | 'nothing' | 'notWeb' | 'own' | 'blocked') => ({
    title: t(`embed.${key}`),
    text: t(`embed.${key}Text`),
  })
  if (problem !== undefined) return { title: t('embed.noAddress'), text: problem }
  if (url.trim() === '') return words('empty')
  if (address === undefined) {
    return words(written.status === 'ready' && written.address.trim() === '' ? 'nothing' : 'notWeb')
  }
  const { origin, host } = new URL(address)
  if (origin === location.origin) return words('own')
  if (isBlocked) return words('blocked')
  return { title: t('embed.notListed', { host }), text: t('embed.notListedText') }
}

/**
 * Whether the page was loaded before the host was listed: the security policy of a page changes only when the page is
 * loaded again.
 */
function useIsBlocked(origin: string | undefined): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && origin !== undefined && blockedURI.startsWith(origin)) setBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [origin])
  return isBlocked
}
