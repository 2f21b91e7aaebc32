import { exportMediaTypes } from '@octavo/core/contract'
import { type MailLanguage, type MailText, mailTextIn, mailTexts } from '../mail-texts/mail-text.ts'
import type { ReadyFile } from './destinations/message/message.ts'

interface Sent {
  /** The value of a message that is sent for one value of a control, with the name of the control. */
  part: { name: string; value: string } | null
  files: readonly ReadyFile[]
  name: string
  who: string
  time: string
  isOnce: boolean
}

/** What sent a message, and what its files lack, in every language of mails. */
export function footersOf(sent: Sent): Record<MailLanguage, string> {
  const languages = Object.keys(mailTexts) as MailLanguage[]
  return Object.fromEntries(languages.map((language) => [language, footerIn(mailTextIn(language), sent)])) as Record<
    MailLanguage,
    string
  >
}

const reportTypes: readonly string[] = [exportMediaTypes.pdf, exportMediaTypes.png]

function footerIn(text: MailText, { part, files, name, who, time, isOnce }: Sent): string {
  const cut = files.filter(({ isTruncated }) => isTruncated).map((file) => text('fileCut', { file: file.name }))
  const leftOut = files.flatMap(({ name: file, mediaType, leftOut: missing }) =>
    missing.map((what) =>
      reportTypes.includes(mediaType) ? `${file}: ${what}` : text('fileWithoutColumn', { file, what }),
    ),
  )
  return [
    ...(part === null ? [] : [`${part.name}: ${part.value}`]),
    ...cut,
    ...leftOut,
    text(isOnce ? 'sentFrom' : 'scheduledBy', { name, who, time }),
  ].join('\n')
}
