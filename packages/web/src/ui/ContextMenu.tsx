import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { menuLook } from './popup-look.ts'

interface ContextMenuProps {
  /** The one element that is pressed with the other mouse button, held, or focused for Shift+F10. */
  children: ReactElement
  /** `MenuItem`s and the like; each of them is also in a menu that can be seen. */
  items: ReactNode
  isDisabled?: boolean
}

/** Opens a menu at the pointer. */
export function ContextMenu({ children, items, isDisabled = false }: ContextMenuProps) {
  return (
    <Base.Root disabled={isDisabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner collisionPadding={8} className="z-(--z-popup) outline-none">
          <Base.Popup className={menuLook}>{items}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
