import { useHostEvents } from './use-host-events.ts'
import { type HostCommands, useHostMessages } from './use-host-messages.ts'
import { EmbedRefusal } from './use-saved-views.ts'

const refuse = async () => {
  throw new EmbedRefusal('A public embed has no bookmarks')
}
const nothing = () => undefined

/** What the host of a public embed may ask for: nothing that needs an account. */
const commands: HostCommands = {
  savedViews: { select: refuse, create: refuse, update: refuse, remove: refuse },
  toggleModal: nothing,
  setMode: nothing,
}

/** Talks with the page around a public embed. Draws nothing. */
export function PublicBridge({ embedId, isBusy }: { embedId: string; isBusy: boolean }) {
  useHostEvents({ workbookId: embedId, view: undefined, isBusy })
  useHostMessages(commands)
  return null
}
