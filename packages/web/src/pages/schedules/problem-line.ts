import type { Problem } from '@octavo/core/errors'
import { useTranslation } from 'react-i18next'
import type { LineOf } from '../data/use-action.ts'
import '../../i18n/looks.ts'
import '../../i18n/schedules.ts'

/** The fields of a message and of a schedule, by the paths of the requests. The first pattern that matches applies. */
const labels = [
  [/\bccEmail$/, 'field.cc'],
  [/\bbccEmail$/, 'field.bcc'],
  [/\bteamId$/, 'field.teams'],
  [/\bccTeamId$/, 'field.ccTeams'],
  [/\bbccTeamId$/, 'field.bccTeams'],
  [/\bwebhookUrl$/, 'field.hook'],
  [/\bslackConversationId$/, 'field.conversation'],
  [/\bauthorization$/, 'storage.storage'],
  [/\b(uri|timestampedUri)$/, 'storage.uri'],
  [/^targets?\b/, 'field.to'],
  [/^schedule\.timezone/, 'field.zone'],
  [/^schedule\b/, 'field.frequency'],
  [/\btitle$/, 'field.subject'],
  [/\bmessageBody$/, 'field.message'],
  [/attachments\[\d+\]\.fileName/i, 'field.fileName'],
  [/attachments\[\d+\]\.formatOptions\.layout/i, 'field.layout'],
  [/attachments\[\d+\]\.formatOptions\.pageSize/i, 'looks:pdf.pageSize'],
  [/attachments\[\d+\]\.formatOptions/i, 'field.format'],
  [/\bmergeAttachments$/, 'options.merge'],
  [/\bzipAttachments$/, 'options.zip'],
  [/attachments\b/i, 'field.what'],
  [/\b(conditionOptions|furtherConditions|conditions)\b/, 'field.condition'],
  [/\bdynamicRecipientSettings\b/, 'field.addressColumn'],
  [/\bburst\b/, 'field.burst'],
  [/\balertConfig\b/, 'field.limitCount'],
  [/\bworkbookVariant\b/, 'field.view'],
  [/\b(controlValues|parameters)\b/, 'field.values'],
  [/\brunAsRecipient$/, 'options.asRecipient'],
  [/\bsharingLink$/, 'options.link'],
] as const

/** The key of the label of the field that a problem is about, and the place of its file. Undefined for what has no field. */
export function labelOfProblem({
  path,
}: Problem): { key: (typeof labels)[number][1]; file: number | null } | undefined {
  const found = labels.find(([pattern]) => pattern.test(path))
  const place = /attachments\[(\d+)\]/i.exec(path)?.[1]
  return found && { key: found[1], file: place === undefined ? null : Number(place) + 1 }
}

/** Names the field that a problem is about, in the language of the reader. */
export function useProblemLine(fileCount: number): LineOf {
  const { t } = useTranslation(['schedules', 'looks'])
  return (problem) => {
    const found = labelOfProblem(problem)
    if (!found) return problem.message
    const label = t(found.key)
    const isOneOf = found.file !== null && fileCount > 1
    const named = isOneOf ? t('field.ofFile', { label, place: found.file ?? 1 }) : label
    return t('problem', { label: named, text: problem.message })
  }
}
