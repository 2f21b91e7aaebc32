export {
  connectEmbed,
  type Embed,
  type EmbedEventName,
  type EmbedEvents,
  type EmbedPivotCell,
  type EmbedTableCell,
  type EmbedValue,
} from './connect-embed.ts'
export { type EmbedFrame, embedHooks } from './embed-hooks.ts'
