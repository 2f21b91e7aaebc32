import type { Viewer } from '@octavo/core/access'
import type { ActionExport, SendAttachment, SendRequest, SendTarget, StartedSend } from '@octavo/core/contract'
import { AppError, type CauseRule, type ErrorCause } from '@octavo/core/errors'
import type { Cell } from '@octavo/core/types'
import type { Documents } from '../documents/documents.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { Sends } from '../schedules/sends.ts'
import { serviceOf } from '../service/service.ts'
import type { FormulaValues } from './formula-values.ts'
import { isOfPage } from './page-values.ts'
import { readStep } from './sequence-step.ts'

export type ActionExports = ReturnType<typeof createActionExports>

/** Sends the messages and files of actions of workbooks, each as an export that is sent once. */
export function createActionExports(parts: Parts) {
  return serviceOf(parts, { start, send })
}

interface Parts {
  documents: Documents
  sends: Pick<Sends, 'send'>
  formulaValues: FormulaValues
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const refused = (reason: string, because: ErrorCause<CauseRule>) => new AppError('conflict', { reason, because })

interface StepToSend {
  workbookId: string
  effect: Fields
  /** The cells of a recipient whose address is not a constant in the document; undefined for none. */
  cellsOf: (value: unknown, index: number) => readonly Cell[] | undefined
  parameters: Record<string, string>
  /** Address of this server for links; null without links. */
  baseUrl: string | null
  /** The link of the message, as the page around an embed names it. */
  sharingLink?: string | null
  /** Steps with the same key are sent only once. */
  once?: string
}

/**
 * Sends the message or file of a step for the person who starts the action. The request cannot change what the document
 * defines.
 */
async function start(
  parts: Parts,
  viewer: Viewer,
  {
    step,
    draft = false,
    recipients = [],
    parameters = {},
    state = {},
    sharingLink = null,
    ...asked
  }: ActionExport & StartedBy,
  signal: AbortSignal,
): Promise<StartedSend> {
  const found = await readStep(parts, viewer, { ...asked, step, draft }, 'notify-and-export')
  const { workbookId, sequence } = found
  const effect = await parts.formulaValues.filled(
    viewer,
    queriedDocument(found.found),
    { sequence, effect: found.effect, state, purpose: draft ? 'worksheet' : 'dashboard' },
    signal,
  )
  const cellsOf = (value: unknown, index: number) => {
    const { type, cells } = fieldsOf(value)
    if (type === 'given' && Array.isArray(cells)) return cells as readonly Cell[]
    if (!isOfPage(value))
      throw refused(`A recipient of step ${step + 1} cannot be computed.`, { rule: 'step_recipient', step: step + 1 })
    return recipients[index]
  }
  return send(parts, viewer, { workbookId, effect, cellsOf, parameters, baseUrl: asked.baseUrl, sharingLink }, signal)
}

interface StartedBy {
  workbookId: string
  sequenceId: string
  baseUrl: string
}

/** Throws `forbidden`, `conflict` for an incomplete step, and all problems of the send. */
async function send(
  { sends }: Parts,
  viewer: Viewer,
  { workbookId, effect, cellsOf, parameters, baseUrl, sharingLink = null, once }: StepToSend,
  signal: AbortSignal,
): Promise<StartedSend> {
  const written = requestOf(effect, targetsOf(effect, cellsOf), baseUrl !== null)
  const request = { ...written, config: { ...written.config, sharingLink } }
  const linkNodeId = nodeOf(effect.linkTo)
  return sends.send(viewer, workbookId, { ...request, parameters }, baseUrl ?? '', signal, {
    ...(linkNodeId === undefined ? {} : { linkNodeId }),
    ...(once === undefined ? {} : { once }),
  })
}

function requestOf(effect: Fields, targets: SendTarget[], mayLink: boolean): SendRequest {
  const { subject, message, includeLink, runAsRecipient, attachment } = effect
  return {
    targets,
    config: {
      title: textOf(subject),
      messageBody: textOf(message),
      includeLink: mayLink && includeLink !== false,
      ...(runAsRecipient === true ? { runAsRecipient } : {}),
    },
    attachments: attachment === undefined ? [] : [attachmentOf(fieldsOf(attachment))],
  }
}

const nodeOf = (part: unknown): string | undefined => {
  const { page, element } = fieldsOf(part)
  return textOf(page) || textOf(element) || undefined
}

const formats = { csv: 'CSV', xlsx: 'EXCEL', json: 'JSON', pdf: 'PDF', png: 'PNG' } as const
const isFormat = (format: unknown): format is keyof typeof formats => typeof format === 'string' && format in formats

function attachmentOf({ target, format, layout }: Fields): SendAttachment {
  if (!isFormat(format)) throw refused('The step names no format.', { rule: 'step_format' })
  const { type, page, element } = fieldsOf(target)
  return {
    formatOptions: {
      type: formats[format],
      ...(format === 'pdf' ? { layout: layout === 'landscape' ? 'landscape' : 'portrait' } : {}),
    },
    source:
      type === 'page'
        ? { type, pageId: textOf(page) }
        : type === 'element'
          ? { type, elementId: textOf(element) }
          : { type: 'all' },
  }
}

/** Makes the target for an address of each destination. Downloads are absent, because the browser requests them. */
const targetOfAddress: Readonly<Record<string, (address: string, effect: Fields) => SendTarget>> = {
  email: (email) => ({ type: 'email', email }),
  slack: (slackConversationId) => ({ type: 'slackChannel', slackConversationId }),
  webhook: (webhookUrl) => ({ type: 'webhook', webhookUrl }),
  'cloud-storage': (uri, { authorization }) => ({
    type: 'workbook-cloud-export',
    workbookCloudExport: {
      uri,
      ...(typeof authorization === 'string' && authorization !== '' ? { authorization } : {}),
      exportFormat: uri.endsWith('.gz') ? 'csv.gzip' : 'csv',
    },
  }),
}

function targetsOf(effect: Fields, cellsOf: StepToSend['cellsOf']): SendTarget[] {
  const ofAddress = targetOfAddress[textOf(effect.destination)]
  if (!ofAddress) throw refused('A download is made by the browser that asks for it.', { rule: 'step_download' })
  const list: unknown[] = Array.isArray(effect.recipients) ? effect.recipients : []
  const targets = list.flatMap((recipient, index): SendTarget[] => {
    const { type, address, memberId, teamId, value } = fieldsOf(recipient)
    if (type === 'member') return [{ type, userId: textOf(memberId) }]
    if (type === 'team') return [{ type, teamId: textOf(teamId) }]
    const addresses = type === 'dynamic' ? addressesOf(cellsOf(value, index) ?? []) : [textOf(address).trim()]
    return addresses.filter((each) => each !== '').map((each) => ofAddress(each, effect))
  })
  if (targets.length === 0) throw refused('It names no recipient.', { rule: 'step_no_recipient' })
  const strangers = effect.destination !== 'email' && targets.some(({ type }) => type === 'member' || type === 'team')
  if (strangers) throw refused('Members and teams get mails only.', { rule: 'step_mails_only' })
  return targets
}

/** The distinct addresses in the cells; a cell may contain several, separated by commas. */
const addressesOf = (cells: readonly Cell[]): string[] => [
  ...new Set(cells.flatMap((cell) => (cell === null ? [] : String(cell).split(/[,;]/))).map((each) => each.trim())),
]
