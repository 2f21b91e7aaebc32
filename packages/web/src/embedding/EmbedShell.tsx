import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { embedParameters } from '../embedded.ts'
import { classNames } from '../ui/index.ts'
import { sendToHost } from './host-channel.ts'

interface EmbedShellProps {
  banner?: ReactNode
  /** The menu of the embed, where its address wants one. */
  bar?: ReactNode
  /** Tabs of the pages. */
  below?: ReactNode
  children: ReactNode
}

/** The frame around a workbook inside the page of another product: as high as the frame, or as its content. */
export function EmbedShell({ banner, bar, below, children }: EmbedShellProps) {
  const box = useRef<HTMLDivElement>(null)
  usePageHeight(box)
  const { hasResponsiveHeight: isTall, menuPosition, hidesMenu } = embedParameters
  const menu = hidesMenu || menuPosition === 'none' ? undefined : bar
  return (
    <div ref={box} className={classNames('flex flex-col', !isTall && 'h-dvh')}>
      {banner}
      {menuPosition === 'top' && menu}
      {below && <header className="shrink-0 border-b border-line bg-surface">{below}</header>}
      <main
        tabIndex={-1}
        className={classNames('min-h-0 min-w-0 outline-none', !isTall && 'grow overflow-auto scroll-quiet')}
      >
        {children}
      </main>
      {menuPosition === 'bottom' && menu}
    </div>
  )
}

/** Reports the height of the page to the host whenever it changes. */
function usePageHeight(box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { current } = box
    if (!embedParameters.hasResponsiveHeight || !current) return
    let sent = 0
    const observer = new ResizeObserver(() => {
      const pageHeight = Math.ceil(current.getBoundingClientRect().height)
      if (pageHeight === sent || pageHeight === 0) return
      sent = pageHeight
      sendToHost('workbook:pageheight:onchange', { pageHeight })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [box])
}
