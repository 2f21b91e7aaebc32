import type { Secret } from '../config/index.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Resolves when the mail server has taken the mail over; rejects with its answer when it has not. */
export type SendMail = (mail: Mail) => Promise<void>

const patienceMs = 30_000

/**
 * Mail by SMTP, or null where no server is set. The server is the operator's choice, so it may lie inside the own network.
 * Certificates are checked, and a server that offers STARTTLS is spoken to in it.
 */
export function createMailSender({ smtpUrl, from }: { smtpUrl: Secret | null; from: string }): SendMail | null {
  if (smtpUrl === null) return null
  return async ({ to, subject, text }) => {
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
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    } finally {
      transport.close()
    }
  }
}
