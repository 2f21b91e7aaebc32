import type { Readable } from 'node:stream'
import type { SMTPTransportOptions } from 'nodemailer'
import type { Secret } from '../config/index.ts'
import type { Destinations } from './destinations.ts'

export interface MailFile {
  name: string
  mediaType: string
  content: Readable
}

export interface Mail {
  /** One address or several. */
  to: string | readonly string[]
  cc?: readonly string[]
  bcc?: readonly string[]
  /** The only recipient of this copy; the others appear in its headers only. Absent: all of them receive it. */
  onlyTo?: string
  subject: string
  text: string
  /** The same content as HTML; mail programs that do not show HTML show the text. */
  html?: string
  /** An image that the HTML refers to as `cid:<cid>`. */
  picture?: MailFile & { cid: string }
  files?: readonly MailFile[]
  /** Identical when the mail is sent again, so that receivers can detect duplicates. */
  deliveryId?: string
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

export interface MailReceipt {
  /** Recipients that the server rejected while it accepted others, each with its response. */
  refused: { address: string; answer: string }[]
  /** Its answer to the whole mail, such as the id under which it is queued; absent where it said nothing. */
  answer?: string
}

/** The mail server rejected the mail. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** Whether the server may accept the mail later: a response of class 4xx. */
  readonly isPassing: boolean

  constructor(answer: string, isPassing: boolean, options?: ErrorOptions) {
    super(answer, options)
    this.isPassing = isPassing
  }
}

/** Resolves when the mail server has accepted the mail; rejects with MailRefused when it has rejected it. */
export type SendMail = (mail: Mail) => Promise<MailReceipt>

const patienceMs = 30_000

/** A mail server configured by an organization, not by the operator. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte (`tls`), required STARTTLS (`starttls`), or no encryption (`none`). */
  security: 'tls' | 'starttls' | 'none'
  /** Null for a server without sign-in. */
  user: string | null
  password: Secret | null
  /** Sender address of the mails. */
  from: string
}

export type SendMailBy = (server: MailServer, mail: Mail) => Promise<MailReceipt>

/**
 * Sends mail by SMTP; null when no server is configured. The operator chooses the server, so it may be inside the
 * private network. Certificates are checked, and STARTTLS is used when the server offers it.
 */
export function createMailSender({ smtpUrl, from }: { smtpUrl: Secret | null; from: string }): SendMail | null {
  if (smtpUrl === null) return null
  return (mail) => sendBy({ url: smtpUrl.reveal() }, from, mail)
}

/** Sends mail through servers that organizations configure: only to allowed destinations. Certificates are checked. */
export function createGuardedMailSender({ destinations }: { destinations: Destinations }): SendMailBy {
  return async ({ host, port, security, user, password, from }, mail) => {
    const given = {
      host,
      port,
      secure: security === 'tls',
      ...(security === 'starttls' ? { requireTLS: true } : {}),
      ...(security === 'none' ? { ignoreTLS: true } : {}),
      ...(user === null ? {} : { auth: { user, pass: password?.reveal() ?? '' } }),
    }
    return sendBy({ ...given, getSocket: guardedSocket(destinations) }, from, mail)
  }
}

/** A `getSocket` function for nodemailer that returns a connected socket to an allowed destination. */
function guardedSocket(destinations: Destinations): NonNullable<SMTPTransportOptions['getSocket']> {
  return ({ host = '', port }, callback) => {
    const connection = destinations.socket()
    const timer = setTimeout(() => connection.destroy(new Error('The mail server does not answer.')), patienceMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      callback(error)
    }
    connection.once('error', fail)
    connection.connect(Number(port), String(host)).once('connect', () => {
      clearTimeout(timer)
      connection.off('error', fail)
      callback(null, { connection })
    })
  }
}

async function sendBy(
  server: SMTPTransportOptions,
  from: string,
  { to, cc = [], bcc = [], onlyTo, subject, text, html, picture, files = [], deliveryId, headers = {} }: Mail,
): Promise<MailReceipt> {
  // Loaded with the first mail: most processes send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...server,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // Content of a mail is never read from a file or an address in user input.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const sent = await transport.sendMail({
      from,
      to: addresses(typeof to === 'string' ? [to] : to),
      cc: addresses(cc),
      bcc: addresses(bcc),
      ...(onlyTo === undefined ? {} : { envelope: { from, to: [onlyTo] } }),
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      attachments: [
        ...files.map(attachment),
        ...(picture ? [{ ...attachment(picture), cid: picture.cid, contentDisposition: 'inline' as const }] : []),
      ],
      headers: { ...headers, ...(deliveryId === undefined ? {} : { 'X-Octavo-Delivery': deliveryId }) },
      ...(deliveryId === undefined ? {} : { messageId: `<${deliveryId}@octavo>` }),
    })
    const answer = answerOf(sent)
    return { refused: (sent.rejectedErrors ?? []).map(refusal), ...(answer === undefined ? {} : { answer }) }
  } catch (error) {
    throw translated(error)
  } finally {
    for (const { content } of [...files, ...(picture ? [picture] : [])]) content.destroy()
    transport.close()
  }
}

const attachment = ({ name, mediaType, content }: MailFile) => ({ filename: name, contentType: mediaType, content })

/** Passed as objects, so that nodemailer does not split an address into several. */
const addresses = (list: readonly string[]) => list.map((address) => ({ name: '', address }))

interface SmtpError extends Error {
  responseCode?: number
  response?: string
  recipient?: string
}

const answerOf = (sent: object): string | undefined =>
  'response' in sent && typeof sent.response === 'string' ? sent.response : undefined

const refusal = (error: SmtpError) => ({ address: error.recipient ?? '', answer: error.response ?? error.message })

function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { responseCode, response } = error as SmtpError
  if (responseCode === undefined) return error
  return new MailRefused(response ?? error.message, responseCode < 500, { cause: error })
}
