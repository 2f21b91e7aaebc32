import type { Blobs } from '../../../../blobs/index.ts'
import type { Secret } from '../../../../config/index.ts'
import { DeliveryFailed, type Message, openFile, type ReadyFile, type Sent, sentToOne } from '../message/message.ts'
import type { SlackApi } from './slack-api.ts'

export interface SlackParcel {
  kind: 'slack'
  message: Message
  conversationId: string
}

const mostFileBytes = 1024 ** 3

/** Whether the id is of a public or private channel, a direct conversation, or a member, whose direct conversation is opened. */
export const isConversationId = (text: string): boolean => /^[CGDUW][A-Z0-9]{2,}$/.test(text)

interface Parts {
  blobs: Blobs
  slack: SlackApi
  token: Secret | null
}

/**
 * Sends the files as one message, which Slack shows when it has all of them. Slack has no idempotency key, so an attempt that is
 * interrupted after the message appeared and before that was recorded sends it again.
 */
export async function slackParcel(
  { blobs, slack, token }: Parts,
  { message, conversationId }: SlackParcel,
  signal: AbortSignal,
): Promise<Sent> {
  if (!token) {
    throw new DeliveryFailed(
      'The organization has no bot in Slack: an administrator sets its token in the settings of the organization.',
      false,
    )
  }
  const large = message.files.find(({ sizeBytes }) => sizeBytes > mostFileBytes)
  if (large) throw new DeliveryFailed(`${large.name} has more than 1 GB, which Slack does not accept.`, false)
  const channel = await channelOf(slack, token, conversationId, signal)
  const text = slackTextOf(message)
  if (message.files.length === 0) {
    const { ts } = await slack.call('chat.postMessage', token, { channel, text }, signal)
    return sentToOne(typeof ts === 'string' ? `Message ${ts} in ${channel}` : `Message in ${channel}`)
  }
  const files: { id: string; title: string }[] = []
  for (const file of message.files) files.push(await uploaded({ blobs, slack, token }, file, signal))
  const fields = { channel_id: channel, initial_comment: text, files: JSON.stringify(files) }
  await slack.call('files.completeUploadExternal', token, fields, signal)
  return sentToOne(`${files.map(({ id }) => id).join(', ')} in ${channel}`)
}

async function channelOf(slack: SlackApi, token: Secret, id: string, signal: AbortSignal): Promise<string> {
  if (!/^[UW]/.test(id)) return id
  const { channel } = await slack.call('conversations.open', token, { users: id }, signal)
  const found = typeof channel === 'object' && channel !== null && 'id' in channel ? channel.id : undefined
  if (typeof found !== 'string') throw new DeliveryFailed('Slack named no conversation with this person.', true)
  return found
}

async function uploaded(
  { blobs, slack, token }: Parts & { token: Secret },
  file: ReadyFile,
  signal: AbortSignal,
): Promise<{ id: string; title: string }> {
  const asked = { filename: file.name, length: String(file.sizeBytes) }
  const { upload_url: url, file_id: id } = await slack.call('files.getUploadURLExternal', token, asked, signal)
  if (typeof url !== 'string' || typeof id !== 'string') {
    throw new DeliveryFailed(`Slack named no address for ${file.name}.`, true)
  }
  await slack.upload(url, await openFile(blobs, file), file.sizeBytes, signal)
  return { id, title: file.name }
}

/** The message in Slack's markup. Only the text written by the author may contain markup; everything else is escaped. */
export function slackTextOf({ subject, body, link, footer }: Message): string {
  const parts = [
    `*${escaped(subject)}*`,
    body.trim(),
    ...(link === null ? [] : [`<${escaped(link)}|Open the workbook>`]),
    escaped(footer),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
