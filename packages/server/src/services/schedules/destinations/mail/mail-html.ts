import type { MailText } from '../../../mail-texts/mail-text.ts'
import type { Message } from '../message/message.ts'

interface Extras {
  /** The content id of the picture in the mail, and its alternative text. */
  picture: { cid: string; alt: string } | null
  /** Address of the page to unsubscribe; absent for recipients without a link. */
  unsubscribe: string | undefined
}

const font = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const quiet = 'margin: 24px 0 0; padding-top: 12px; border-top: 1px solid #8886; font-size: 12px; opacity: 0.75'
const button =
  'display: inline-block; padding: 8px 14px; border-radius: 6px; background: #1f5eff; color: #ffffff; text-decoration: none'

/**
 * A message as HTML, with the same words as its plain text. Texts are escaped. Styles are attributes, because many mail
 * programs drop style sheets. Text and background colours are not set, so that the program can use a dark theme.
 */
export function mailHtml(
  text: MailText,
  { body, link, footer }: Pick<Message, 'body' | 'link' | 'footer'>,
  extras: Extras,
): string {
  const { picture, unsubscribe } = extras
  const end = footer.split('\n').map(escaped).join('<br>')
  const parts = [
    body.trim() === '' ? '' : `<p style="margin: 0 0 16px">${linked(body.trim())}</p>`,
    link === null
      ? ''
      : `<p style="margin: 0 0 16px"><a href="${escaped(link)}" style="${button}">${escaped(text('openWorkbook'))}</a></p>`,
    picture === null ? '' : pictureOf(picture),
    `<p style="${quiet}">${end}${unsubscribe === undefined ? '' : `<br><a href="${escaped(unsubscribe)}">${escaped(text('unsubscribe'))}</a>`}</p>`,
  ]
  return [
    '<!doctype html>',
    `<html lang="${text.language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>`,
    `<body style="margin: 0; padding: 16px; font-size: 14px; line-height: 1.5; ${font}">`,
    ...parts.filter((part) => part !== ''),
    '</body></html>',
  ].join('\n')
}

const pictureOf = ({ cid, alt }: { cid: string; alt: string }): string =>
  `<p style="margin: 0"><img src="cid:${escaped(cid)}" alt="${escaped(alt)}" width="600" style="max-width: 100%; height: auto; border: 1px solid #8884; border-radius: 4px"></p>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** The text with its line breaks, and with its web addresses as links. */
function linked(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
  return parts
    .map((part, index) => (index % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')
    .replaceAll(/\r?\n/g, '<br>')
}
