import type { Queryable } from '../../store/index.ts'
import { emailKeyOf, findLanguagesByEmail, type MemberRow } from '../../store/members.ts'
import { findOrganization } from '../../store/organizations.ts'
import { settingsOf } from '../organization/settings/organization-settings.ts'
import { de } from './de.ts'
import { en, type MailTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

/** The languages of the app, in which mails are written. */
export const mailTexts = { en, de, fr, es, ja } satisfies Record<string, MailTexts>
export type MailLanguage = keyof typeof mailTexts

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type Values<Key extends keyof typeof en> = Readonly<Record<NamesIn<(typeof en)[Key]>, string | number>>

/** Returns a text with its values, in one language. */
export interface MailText {
  readonly language: MailLanguage
  <Key extends keyof typeof en>(
    key: Key,
    ...values: NamesIn<(typeof en)[Key]> extends never ? [] : [values: Values<Key>]
  ): string
}

/** The texts of a language; English for a locale of another language. */
export function mailTextIn(locale: string): MailText {
  const base = locale.split('-')[0]?.toLowerCase() ?? ''
  const language = isMailLanguage(base) ? base : 'en'
  const text = (key: keyof MailTexts, values: Readonly<Record<string, string | number>> = {}): string =>
    mailTexts[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  return Object.assign(text, { language })
}

/**
 * The texts in the language of a reader: that of the member's profile, otherwise that of the organization, otherwise English. Undefined stands
 * for a recipient who is no member.
 */
export async function mailTextFor(
  db: Queryable,
  organizationId: string,
  member: Pick<MemberRow, 'language'> | undefined,
): Promise<MailText> {
  if (member?.language != null) return mailTextIn(member.language)
  const organization = await findOrganization(db, organizationId)
  return mailTextIn((organization && settingsOf(organization).locale) ?? 'en')
}

/** The texts for one mail to several addresses: in the language that all of them read, otherwise in that of the organization. */
export async function mailTextForAll(
  db: Queryable,
  organizationId: string,
  emails: readonly string[],
): Promise<MailText> {
  const own = await mailTextFor(db, organizationId, undefined)
  const languages = await findLanguagesByEmail(db, organizationId, emails)
  const texts = emails.map((email) => {
    const language = languages.get(emailKeyOf(email)) ?? null
    return language === null ? own : mailTextIn(language)
  })
  const [first = own] = texts
  return texts.every(({ language }) => language === first.language) ? first : own
}

/** The comment of a person, quoted. */
export const quoted = (comment: string): string[] => comment.split(/\r?\n/).map((line) => `> ${line}`)

const isMailLanguage = (language: string): language is MailLanguage => Object.hasOwn(mailTexts, language)
