import { hexColor } from '@octavo/core/display'
import { type BaseElement, sameJson } from '@octavo/core/document'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfPage, useReadPage } from '../../editor/index.ts'
import { ChevronDown, classNames, Menu, MenuItem } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import type { ElementViewProps } from '../element-view.ts'
import { useDynamicAddresses } from '../use-dynamic-text.ts'
import { webAddress } from '../web-address.ts'
import { type NavEntry, navEntries } from './nav-entries.ts'

const aligns: Record<string, string> = {
  center: 'justify-center',
  right: 'justify-end',
  justify: '[&>*]:grow',
}
const sizes: Record<string, string> = { small: 'min-h-6 text-xs', large: 'min-h-10 text-sm' }

/** Ways to pages, elements and addresses: the pages of the workbook by themselves, or a list that an author made. */
export function Navigation({ element }: ElementViewProps) {
  const { t } = useTranslation('further')
  const pages = useOfPage(
    ({ document, pageIds }) =>
      document.pages
        .filter(({ id }) => pageIds?.includes(id) ?? true)
        .map(({ id, name, visibility }) => ({ id, name, visibility })),
    sameJson,
  )
  const shownPageId = useOfPage((page) => page.pageId)
  const entries = useWrittenEntries(element, navEntries(element, pages, t('navigation')))
  const look = lookOf(element)
  const { css, hasPadding } = elementStyle(element.style)
  return (
    <nav
      aria-label={t('navigation')}
      style={css}
      className={classNames('h-full overflow-auto scroll-quiet', hasPadding && 'px-1')}
    >
      <ul
        className={classNames(
          'flex min-h-full gap-1',
          look.isUpright ? 'flex-col justify-center' : classNames('items-center', aligns[look.alignment]),
        )}
      >
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity than their place
          <li key={index} className={look.isUpright ? 'flex [&>*]:grow' : 'flex'}>
            <Entry entry={entry} shownPageId={shownPageId} look={look} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The entries with the formulas in their addresses computed; an entry without its address leads nowhere. */
function useWrittenEntries(element: BaseElement, entries: readonly NavEntry[]): NavEntry[] {
  const urls = entries.flatMap(({ destination, submenu = [] }) =>
    [destination, ...submenu.map((item) => item.destination)].flatMap((each) =>
      each?.type === 'link' ? [each.url] : [],
    ),
  )
  const written = useDynamicAddresses(element, urls)
  const addressOf = (url: string): string => {
    const found = written[urls.indexOf(url)]
    return found?.status === 'ready' ? found.address : ''
  }
  const writtenEntry = ({ destination, submenu, ...entry }: NavEntry): NavEntry => ({
    ...entry,
    ...(destination && {
      destination: destination.type === 'link' ? { ...destination, url: addressOf(destination.url) } : destination,
    }),
    ...(submenu && { submenu: submenu.map(writtenEntry) }),
  })
  return entries.map(writtenEntry)
}

interface Look {
  isPill: boolean
  isUpright: boolean
  alignment: string
  size: string
  text: string | undefined
  selected: string | undefined
}

function lookOf({ optionStyle }: BaseElement): Look {
  const style = (typeof optionStyle === 'object' && optionStyle !== null ? optionStyle : {}) as Record<string, unknown>
  return {
    isPill: style.style === 'pill',
    isUpright: style.orientation === 'vertical',
    alignment: String(style.alignment ?? 'left'),
    size: String(style.size ?? 'medium'),
    text: hexColor(style.textColor),
    selected: hexColor(style.selectedColor),
  }
}

function Entry({ entry, shownPageId, look }: { entry: NavEntry; shownPageId: string | undefined; look: Look }) {
  const { t } = useTranslation('further')
  const { showPage, showElement } = useReadPage()()
  const { destination } = entry
  const isHere = entry.submenu
    ? entry.submenu.some((item) => isPageOf(item, shownPageId))
    : isPageOf(entry, shownPageId)
  const className = lookClasses(look, isHere)
  const style = styleOf(look, isHere)
  const content = (
    <>
      {entry.icon && <span aria-hidden>{entry.icon}</span>}
      <span className="truncate">{entry.label}</span>
    </>
  )
  if (entry.submenu) {
    return (
      <Menu
        label={entry.label}
        align="start"
        triggerClass={className}
        trigger={
          <span className="flex items-center gap-1" style={style}>
            {content}
            <ChevronDown className="size-3.5" />
          </span>
        }
      >
        {entry.submenu.map((item, index) => (
          <MenuItem
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity than their place
            key={index}
            onSelect={() => go(item, { showPage, showElement })}
          >
            {item.icon ? `${item.icon} ${item.label}` : item.label}
          </MenuItem>
        ))}
      </Menu>
    )
  }
  const address = destination?.type === 'link' ? webAddress(destination.url) : undefined
  if (address !== undefined) {
    const isSelf = destination?.type === 'link' && destination.isSelf
    return (
      <Link address={address} isSelf={isSelf} className={className} style={style}>
        {content}
      </Link>
    )
  }
  const leads = destination?.type === 'page' || destination?.type === 'element'
  return (
    <button
      type="button"
      className={className}
      style={style}
      aria-current={isHere ? 'page' : undefined}
      aria-disabled={leads ? undefined : true}
      title={leads ? undefined : t('nowhere')}
      onClick={() => go(entry, { showPage, showElement })}
    >
      {content}
    </button>
  )
}

interface LinkProps {
  address: string
  isSelf: boolean
  className: string
  style: CSSProperties
  children: ReactNode
}

function Link({ address, isSelf, className, style, children }: LinkProps) {
  return (
    <a
      href={address}
      target={isSelf ? undefined : '_blank'}
      rel="noopener noreferrer"
      className={className}
      style={style}
    >
      {children}
    </a>
  )
}

const isPageOf = ({ destination }: NavEntry, pageId: string | undefined): boolean =>
  destination?.type === 'page' && destination.pageId === pageId

interface Ways {
  showPage: (pageId: string) => void
  showElement: (elementId: string) => void
}

function go({ destination }: NavEntry, { showPage, showElement }: Ways) {
  if (destination?.type === 'page') showPage(destination.pageId)
  if (destination?.type === 'element') showElement(destination.elementId)
  const address = destination?.type === 'link' ? webAddress(destination.url) : undefined
  if (address !== undefined)
    window.open(address, destination?.type === 'link' && destination.isSelf ? '_self' : '_blank', 'noopener,noreferrer')
}

function lookClasses({ isPill, isUpright, size }: Look, isHere: boolean): string {
  return classNames(
    'inline-flex max-w-60 items-center justify-center gap-1.5 px-2.5 font-medium transition-colors',
    isUpright && 'max-w-full justify-start!',
    sizes[size] ?? 'min-h-8',
    isPill ? 'rounded-full' : 'rounded-none border-b-2',
    isHere
      ? isPill
        ? 'bg-accent-soft text-accent-text'
        : 'border-accent text-ink'
      : classNames('text-muted hover:text-ink', isPill ? 'hover:bg-hover' : 'border-transparent'),
  )
}

function styleOf({ text, selected, isPill }: Look, isHere: boolean): CSSProperties {
  if (!isHere) return text ? { color: text } : {}
  return selected ? (isPill ? { color: selected } : { color: selected, borderColor: selected }) : {}
}
