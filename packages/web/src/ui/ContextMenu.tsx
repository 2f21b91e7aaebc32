import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { menuLook } from './popup-look.ts'

interface ContextMenuProps {
  /** The one element that is pressed with the other mouse button, held, or focused for Shift+F10. */
  children: ReactElement
  /** The items; each of them must also be in a menu that has a visible button. */
  items: ReactNode
  isDisabled?: boolean
  /** Called on each press: false leaves it to the surrounding element's menu. */
  isFor?: (target: EventTarget) => boolean
}

/** Opens a menu at the pointer. */
export function ContextMenu({ children, items, isDisabled = false, isFor }: ContextMenuProps) {
  return (
    <Base.Root disabled={isDisabled}>
      <Base.Trigger
        render={children}
        onContextMenu={(event) => {
          if (isFor?.(event.target) === false) event.preventBaseUIHandler()
        }}
        onTouchStart={(event) => {
          if (isFor?.(event.target) === false) event.preventBaseUIHandler()
        }}
      />
      <Base.Portal>
        <Base.Positioner collisionPadding={8} className="z-(--z-popup) outline-none">
          <Base.Popup className={menuLook}>{items}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
