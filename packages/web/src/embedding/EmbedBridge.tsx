import { useHostEvents } from './use-host-events.ts'
import { type HostCommands, useHostMessages } from './use-host-messages.ts'
import { useSavedViews, type ViewedWorkbook } from './use-saved-views.ts'

interface EmbedBridgeProps extends ViewedWorkbook {
  isBusy: boolean
  toggleModal: HostCommands['toggleModal']
  setMode: HostCommands['setMode']
}

/** Talks with the page around the embed while a page of the workbook is open. Draws nothing. */
export function EmbedBridge({ isBusy, toggleModal, setMode, ...viewed }: EmbedBridgeProps) {
  const savedViews = useSavedViews(viewed)
  useHostEvents({ workbookId: viewed.workbookId, view: viewed.view, isBusy })
  useHostMessages({ savedViews, toggleModal, setMode })
  return null
}
