import { hexColor } from '@octavo/core/display'
import type { BaseElement } from '@octavo/core/document'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { usePausedActions } from '../../editor/index.ts'
import { classNames } from '../../ui/index.ts'
import { actionsOf, hasRunnable } from '../effects/index.ts'
import type { ElementViewProps } from '../element-view.ts'
import { runActions } from '../run-actions.ts'
import { useCardMark } from '../use-card-mark.ts'
import { useDynamicAddress, useDynamicText } from '../use-dynamic-text.ts'
import { useEffectHost } from '../use-effects.ts'
import { webAddress } from '../web-address.ts'

const aligns: Record<string, string> = {
  left: 'justify-start',
  right: 'justify-end',
  stretch: '[&>*]:grow',
}
const sizes: Record<string, string> = { small: 'min-h-7 px-2.5 text-xs', large: 'min-h-11 px-5 text-sm' }
const radii: Record<string, string> = { square: 'rounded-none', pill: 'rounded-full' }
const looks: Record<string, string> = {
  outline: 'border border-accent text-accent-text',
  text: 'text-accent-text',
}

/** A button of the document. One that opens an address is a link; others run their effects on a click. */
export function DocumentButton({ element }: ElementViewProps) {
  const { t } = useTranslation()
  const text = useDynamicText(element, typeof element.text === 'string' ? element.text : '')
  const address = useAddressOf(element)
  const host = useEffectHost(element.id)
  const cardMark = useCardMark(element.id)
  const actions = actionsOf(element.actions, 'on-click').filter(hasRunnable)
  const fill = hexColor(element.fillColor)
  const font = hexColor(element.fontColor)
  const isFilled = !Object.hasOwn(looks, String(element.appearance))
  const style: CSSProperties = {
    ...(fill && isFilled ? { backgroundColor: fill } : {}),
    ...(fill && element.appearance === 'outline' ? { borderColor: fill } : {}),
    ...(font ? { color: font } : {}),
  }
  const look = classNames(
    'inline-flex max-w-full items-center justify-center gap-1.5 py-1 text-center select-none',
    element.fontWeight === 'normal' ? 'font-normal' : 'font-semibold',
    sizes[String(element.size)] ?? 'min-h-9 px-3.5',
    radii[String(element.borderRadius)] ?? 'rounded-md',
    looks[String(element.appearance)] ?? 'bg-accent text-on-accent',
  )
  return (
    <div className={classNames('flex size-full items-center', aligns[String(element.align)] ?? 'justify-center')}>
      {address ? (
        <a
          href={address.url}
          target={address.isHere ? undefined : '_blank'}
          rel="noopener noreferrer"
          className={classNames(look, 'hover:brightness-95')}
          style={style}
        >
          <span className="truncate">{text}</span>
        </a>
      ) : (
        <button
          type="button"
          aria-disabled={actions.length === 0 || undefined}
          title={actions.length === 0 ? t('button.inactive') : undefined}
          className={classNames(look, actions.length === 0 ? 'cursor-default' : 'hover:brightness-95')}
          style={style}
          onClick={() => runActions(actions, host, cardMark())}
        >
          <span className="truncate">{text}</span>
        </button>
      )}
    </div>
  )
}

/**
 * Where the button leads: the first effect of a click, when it opens an address of the web and is not paused. An address with formulas other than
 * controls is computed after the click.
 */
function useAddressOf(element: BaseElement): { url: string; isHere: boolean } | undefined {
  const actions: unknown[] = Array.isArray(element.actions) ? element.actions : []
  const action = actions.find(isEnabledClick)
  const [isPaused] = usePausedActions((paused) => action !== undefined && paused.isPaused(String(action.id)))
  const [effect] = action?.effects ?? []
  const isLink = effect?.effect === 'open-url' && typeof effect.url === 'string'
  const written = useDynamicAddress(undefined, isLink ? String(effect.url) : '')
  if (isPaused || effect?.effect !== 'open-url') return undefined
  const url = webAddress(written.status === 'ready' ? written.address : undefined)
  return url ? { url, isHere: effect.openTarget === '_self' } : undefined
}

interface Click {
  id?: unknown
  effects: { effect?: unknown; url?: unknown; openTarget?: unknown }[]
}

function isEnabledClick(action: unknown): action is Click {
  if (typeof action !== 'object' || action === null) return false
  const { trigger, state, effects } = action as { trigger?: unknown; state?: unknown; effects?: unknown }
  return trigger === 'on-click' && state !== 'disabled' && Array.isArray(effects) && effects.length === 1
}
