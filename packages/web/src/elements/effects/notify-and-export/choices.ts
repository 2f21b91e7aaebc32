import { type BaseElement, elementLabel, isDataElement, type WorkbookDocument } from '@octavo/core/document'
import { type Effect, exportFormats, record } from '../effect.ts'

export const destinations = ['download', 'email', 'slack', 'webhook', 'cloud-storage'] as const
export type Destination = (typeof destinations)[number]
export type Format = (typeof exportFormats)[number]

export const destinationOf = ({ destination }: Effect): Destination =>
  destinations.find((each) => each === destination) ?? 'download'

/** A message may go without a file where people read it. */
export const isMessage = (destination: Destination): boolean => destination === 'email' || destination === 'slack'

export interface Part {
  /** `workbook`, `page <id>` or `element <id>`. */
  value: string
  label: string
  kind: 'workbook' | 'page' | 'element'
}

/** What of the workbook may be exported. */
export function partsOf(document: WorkbookDocument, workbookLabel: string): Part[] {
  const elements: BaseElement[] = Object.values(document.elements)
  return [
    { value: 'workbook', label: workbookLabel, kind: 'workbook' },
    ...document.pages.map(({ id, name }) => ({ value: `page ${id}`, label: name, kind: 'page' as const })),
    ...elements
      .filter(isDataElement)
      .map((element) => ({ value: `element ${element.id}`, label: elementLabel(element), kind: 'element' as const })),
  ]
}

const formatsOf: Readonly<Record<Part['kind'], readonly Format[]>> = {
  workbook: ['xlsx', 'pdf'],
  page: ['xlsx', 'pdf', 'png'],
  element: exportFormats,
}

/** The kinds of parts and the formats that some destinations take; the others take all. */
const limits: Partial<Record<Destination, readonly Format[]>> = {
  slack: ['csv', 'xlsx', 'pdf', 'png'],
  webhook: ['csv', 'json', 'pdf', 'png'],
  'cloud-storage': ['csv'],
}
const takesElementsOnly = (destination: Destination) => destination === 'webhook' || destination === 'cloud-storage'

export function formatsFor(destination: Destination, kind: Part['kind']): Format[] {
  if (kind !== 'element' && takesElementsOnly(destination)) return []
  const taken = limits[destination] ?? exportFormats
  return formatsOf[kind].filter((format) => taken.includes(format))
}

/** The choice that stands for the part of a target. */
export function valueOfTarget(target: unknown): string {
  const { type, page, element } = record(target)
  return type === 'page' ? `page ${page}` : type === 'element' ? `element ${element}` : 'workbook'
}

export function targetOfValue(value: string): Effect {
  const [kind, id] = [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)]
  return kind === 'page'
    ? { type: 'page', page: id }
    : kind === 'element'
      ? { type: 'element', element: id }
      : { type: 'workbook' }
}

/** The effect with another destination: only what that destination takes stays. */
export function withDestination(effect: Effect, destination: Destination, parts: readonly Part[]): Effect {
  const { name, x, attachment, subject, message, includeLink, linkTo } = effect
  const texts = isMessage(destination) ? { subject, message, includeLink, linkTo } : {}
  const fitting = fittingAttachment(destination, attachment, parts)
  return withoutAbsent({ name, x, effect: 'notify-and-export', destination, attachment: fitting, ...texts })
}

/** The attachment, or another one where the destination does not take it. */
function fittingAttachment(destination: Destination, attachment: unknown, parts: readonly Part[]): Effect | undefined {
  if (attachment === undefined && isMessage(destination)) return undefined
  const { target, format } = record(attachment)
  const part = parts.find(
    ({ value, kind }) => value === valueOfTarget(target) && formatsFor(destination, kind).length > 0,
  )
  const chosen = part ?? parts.find(({ kind }) => formatsFor(destination, kind).length > 0)
  if (!chosen) return undefined
  const formats = formatsFor(destination, chosen.kind)
  const kept = formats.find((each) => each === format)
  return { ...(kept ? record(attachment) : {}), target: targetOfValue(chosen.value), format: kept ?? formats[0] }
}

/** The attachment of another part, in its format where the part has that. */
export function attachmentOf(destination: Destination, attachment: Effect, part: Part): Effect {
  const formats = formatsFor(destination, part.kind)
  const format = formats.find((each) => each === attachment.format) ?? formats[0]
  return { ...attachment, target: targetOfValue(part.value), format }
}

export const withoutAbsent = (effect: Effect): Effect =>
  Object.fromEntries(Object.entries(effect).filter(([, value]) => value !== undefined))

/** The addresses of an effect that its author wrote, as one text. */
export const addressesOf = (recipients: readonly Effect[]): string =>
  recipients.flatMap(({ type, address }) => (type === 'address' ? [String(address)] : [])).join(', ')

/** Recipients with other addresses; the members and teams among them stay, and what is not written down. */
export function withAddresses(recipients: readonly Effect[], text: string): Effect[] {
  const written = text.split(',').map((address) => ({ type: 'address', address: address.trimStart() }))
  const others = recipients.filter(({ type }) => type !== 'address')
  return text === '' ? others : [...written, ...others]
}

/** The members and teams among recipients, as `member:<id>` and `team:<id>`. */
export const peopleOf = (recipients: readonly Effect[]): string[] =>
  recipients.flatMap(({ type, memberId, teamId }) =>
    type === 'member' ? [`member:${memberId}`] : type === 'team' ? [`team:${teamId}`] : [],
  )

/** Recipients with other members and teams; the others stay. */
export function withPeople(recipients: readonly Effect[], people: readonly string[]): Effect[] {
  const others = recipients.filter(({ type }) => type !== 'member' && type !== 'team')
  const chosen = people.map((value) => {
    const id = value.slice(value.indexOf(':') + 1)
    return value.startsWith('team:') ? { type: 'team', teamId: id } : { type: 'member', memberId: id }
  })
  return [...others, ...chosen]
}
