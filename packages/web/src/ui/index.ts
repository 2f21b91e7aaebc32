export { Banner } from './Banner.tsx'
export { Button, type ButtonLook, buttonLook } from './Button.tsx'
export { ContextMenu } from './ContextMenu.tsx'
export { classNames } from './class-names.ts'
export { copyText } from './copy-text.ts'
export { Dialog, type DialogSize } from './Dialog.tsx'
export { EdgeFades } from './EdgeFades.tsx'
export { fieldLook, fieldLookSmall } from './field-look.ts'
export { type Ground, groundProps } from './ground.ts'
export { IconButton } from './IconButton.tsx'
export * from './icons.tsx'
export { keysOf } from './keys-of.ts'
export { lazyPart, partOf, usePart } from './lazy-part.ts'
export {
  Menu,
  MenuCheck,
  MenuChoice,
  MenuGroup,
  MenuItem,
  MenuSeparator,
  Submenu,
} from './Menu.tsx'
export { MenuSearch } from './MenuSearch.tsx'
export { Message } from './Message.tsx'
export { type Notice, notify } from './notify.ts'
export { openOwnMenu } from './open-own-menu.ts'
export { Popover } from './Popover.tsx'
export { Progress } from './Progress.tsx'
export { choicesLook, groupLabelLook, menuLook, popupLook } from './popup-look.ts'
export { type Segment, Segmented } from './Segmented.tsx'
export { ShapedSkeleton, Skeleton, type SkeletonShape } from './Skeleton.tsx'
export { Switch } from './Switch.tsx'
export { type TabItem, TabList, TabPanel, Tabs } from './Tabs.tsx'
export { Toasts } from './Toasts.tsx'
export { Tooltip, TooltipProvider } from './Tooltip.tsx'
export { tabLook } from './tab-look.ts'
export { isInPalette, useHeldKeys } from './use-held-keys.ts'
export { useLatest } from './use-latest.ts'
