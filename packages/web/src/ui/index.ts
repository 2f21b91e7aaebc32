export { Banner } from './Banner.tsx'
export { Button, type ButtonLook, buttonLook } from './Button.tsx'
export { ContextMenu } from './ContextMenu.tsx'
export { classNames } from './class-names.ts'
export { copyText } from './copy-text.ts'
export { Dialog, type DialogSize } from './Dialog.tsx'
export { fieldLook, fieldLookSmall } from './field-look.ts'
export { IconButton } from './IconButton.tsx'
export * from './icons.tsx'
export {
  groupLabelLook,
  Menu,
  MenuCheck,
  MenuChoice,
  MenuGroup,
  MenuItem,
  MenuSeparator,
  menuLook,
  popupLook,
  Submenu,
} from './Menu.tsx'
export { Message } from './Message.tsx'
export { type Notice, notify } from './notify.ts'
export { Popover } from './Popover.tsx'
export { Progress } from './Progress.tsx'
export { type Segment, Segmented } from './Segmented.tsx'
export { ShapedSkeleton, Skeleton, type SkeletonShape } from './Skeleton.tsx'
export { Switch } from './Switch.tsx'
export { type TabItem, TabList, TabPanel, Tabs, tabLook } from './Tabs.tsx'
export { Toasts } from './Toasts.tsx'
export { Tooltip, TooltipProvider } from './Tooltip.tsx'
