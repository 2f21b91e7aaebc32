import { hexColor } from '@octavo/core/display'
import type { BaseElement } from '@octavo/core/document'
import { shownTitle } from '@octavo/core/document'
import type { CSSProperties } from 'react'
import { classNames, Info, Tooltip } from '../ui/index.ts'
import { useWorkbookTheme } from './PageTheme.tsx'
import { useDynamicText } from './use-dynamic-text.ts'

const aligns: Record<string, CSSProperties['textAlign']> = {
  middle: 'center',
  center: 'center',
  end: 'right',
  right: 'right',
}

/** The title of a tile in the style of the document, and its description below it or behind an icon. */
export function TileTitle({
  element,
  isCompact,
  hasRoom,
}: {
  element: BaseElement
  isCompact: boolean
  hasRoom: boolean
}) {
  const theme = useWorkbookTheme()
  const title = useDynamicText(element, shownTitle(element))
  const { isBelow, text, style } = descriptionOf(element.description, hasRoom)
  const description = useDynamicText(element, text)
  const styled = titleStyle(element.name)
  return (
    <div className={'flex min-w-0 grow items-center gap-1.5 pointer-fine:pr-2'}>
      <div className="min-w-0 grow">
        <h3
          data-title
          className={classNames(
            'line-clamp-2 wrap-break-word',
            isCompact ? 'text-xs leading-4 font-medium text-muted' : 'text-ui font-semibold',
          )}
          style={{ ...(isCompact ? {} : theme?.title), ...styled }}
          title={title || undefined}
        >
          {title}
        </h3>
        {isBelow && description && (
          <p className="truncate text-xs text-muted" style={style} title={description}>
            {description}
          </p>
        )}
      </div>
      {!isBelow && description && (
        <Tooltip text={description}>
          <button
            type="button"
            aria-label={description}
            className="shrink-0 text-muted hover:text-ink pointer-fine:group-hover/tile:mr-5"
          >
            <Info className="size-4" aria-hidden />
          </button>
        </Tooltip>
      )}
    </div>
  )
}

function titleStyle(title: unknown): CSSProperties {
  const { color, fontSize, fontWeight, align } = record(title)
  return {
    ...(hexColor(color) ? { color: hexColor(color) } : {}),
    ...(typeof fontSize === 'number' ? { fontSize, lineHeight: 1.3 } : {}),
    ...(fontWeight === 'bold' ? { fontWeight: 600 } : fontWeight === 'normal' ? { fontWeight: 400 } : {}),
    ...(aligns[String(align)] ? { textAlign: aligns[String(align)] } : {}),
  }
}

/** `auto` puts it below the title where the tile is high, else behind an icon. */
function descriptionOf(
  description: unknown,
  hasRoom: boolean,
): { isBelow: boolean; text: string; style: CSSProperties } {
  if (typeof description === 'string') return { isBelow: hasRoom, text: description, style: {} }
  const { visibility, text, position, ...style } = record(description)
  const isShown = visibility !== 'hidden' && typeof text === 'string'
  const isBelow = position === 'below' || (position !== 'tooltip' && hasRoom)
  return { isBelow, text: isShown ? text : '', style: titleStyle(style) }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
