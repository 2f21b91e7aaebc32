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
  /** The one who gets this copy; the others only stand in its headers. Absent: all of them. */
  onlyTo?: string
  subject: string
  text: string
  /** The same as a page; mail programs show the text where they show no pages. */
  html?: string
  /** What the page shows as `cid:<cid>`. */
  picture?: MailFile & { cid: string }
  files?: readonly MailFile[]
  /** Stays the same when the mail has to be sent again, so that receivers know it. */
  deliveryId?: string
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

export interface MailReceipt {
  /** Recipients that the server did not take while it took others, each with its answer. */
  refused: { address: string; answer: string }[]
}

/** The server answered that it does not take the mail. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** It may take the mail later: an answer of the class 4xx. */
  readonly isPassing: boolean

  constructor(answer: string, isPassing: boolean, options?: ErrorOptions) {
    super(answer, options)
    this.isPassing = isPassing
  }
}

/** Resolves when the mail server has taken the mail over; rejects with its answer (MailRefused) when it has not. */
export type SendMail = (mail: Mail) => Promise<MailReceipt>

const patienceMs = 30_000

/** A mail server that was not configured by the operator. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte, after STARTTLS and not without it, or never. */
  security: 'tls' | 'starttls' | 'none'
  /** Null: without signing in. */
  user: string | null
  password: Secret | null
  /** Sender of its mails. */
  from: string
}

export type SendMailBy = (server: MailServer, mail: Mail) => Promise<MailReceipt>

/**
 * Mail by SMTP, or null where no server is set. The server is the operator's choice, so it may lie inside the own network.
 * Certificates are checked, and a server that offers STARTTLS is spoken to in it.
 */
export function createMailSender({ smtpUrl, from }: { smtpUrl: Secret | null; from: string }): SendMail | null {
  if (smtpUrl === null) return null
  return (mail) => sendBy({ url: smtpUrl.reveal() }, from, mail)
}

/** Mail by servers that organizations name: allowed destinations only. Certificates are checked. */
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

/** What nodemailer asks for a socket that is connected. */
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
    // The content of a mail never comes from a file or an address in user input.
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
    return { refused: (sent.rejectedErrors ?? []).map(refusal) }
  } catch (error) {
    throw translated(error)
  } finally {
    for (const { content } of [...files, ...(picture ? [picture] : [])]) content.destroy()
    transport.close()
  }
}

const attachment = ({ name, mediaType, content }: MailFile) => ({ filename: name, contentType: mediaType, content })

/** Without a name each is one address, whatever it holds. */
const addresses = (list: readonly string[]) => list.map((address) => ({ name: '', address }))

interface SmtpError extends Error {
  responseCode?: number
  response?: string
  recipient?: string
}

const refusal = (error: SmtpError) => ({ address: error.recipient ?? '', answer: error.response ?? error.message })

function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { responseCode, response } = error as SmtpError
  if (responseCode === undefined) return error
  return new MailRefused(response ?? error.message, responseCode < 500, { cause: error })
}
