import type { Readable } from 'node:stream'
import type { Secret } from '../config/index.ts'

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
  subject: string
  text: string
  files?: readonly MailFile[]
  /** Stays the same when the mail has to be sent again, so that receivers know it. */
  deliveryId?: string
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

/**
 * Mail by SMTP, or null where no server is set. The server is the operator's choice, so it may lie inside the own network.
 * Certificates are checked, and a server that offers STARTTLS is spoken to in it.
 */
export function createMailSender({ smtpUrl, from }: { smtpUrl: Secret | null; from: string }): SendMail | null {
  if (smtpUrl === null) return null
  return async ({ to, cc = [], bcc = [], subject, text, files = [], deliveryId }) => {
    // Loaded with the first mail: most processes send none.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl.reveal(),
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      // What a mail holds never comes from a file or an address that somebody named.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const sent = await transport.sendMail({
        from,
        to: addresses(typeof to === 'string' ? [to] : to),
        cc: addresses(cc),
        bcc: addresses(bcc),
        subject,
        text,
        attachments: files.map(({ name, mediaType, content }) => ({
          filename: name,
          contentType: mediaType,
          content,
        })),
        ...(deliveryId === undefined
          ? {}
          : { messageId: `<${deliveryId}@octavo>`, headers: { 'X-Octavo-Delivery': deliveryId } }),
      })
      return { refused: (sent.rejectedErrors ?? []).map(refusal) }
    } catch (error) {
      throw translated(error)
    } finally {
      for (const { content } of files) content.destroy()
      transport.close()
    }
  }
}

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
