/** Replaces a secret that another server sent back. */
const mark = '[secret]'

/** Hides secrets in responses, in the encodings in which servers usually repeat what they received. */
export interface HiddenSecrets {
  in(bytes: Buffer): Buffer
  inText(text: string): string
  /** Length of the longest encoded form: the end of a truncated body may contain part of one. */
  longestBytes: number
}

export function hiddenSecrets(secrets: Iterable<string>): HiddenSecrets {
  const forms = [...new Set([...secrets].filter((secret) => secret !== '').flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  )
  // Each byte as one character, so that binary bodies are searched too.
  const asBytes = forms.map((form) => Buffer.from(form, 'utf8').toString('latin1'))
  const hideIn = (text: string, from: readonly string[]) =>
    from.reduce((hidden, form) => hidden.replaceAll(form, mark), text)
  return {
    in: (bytes) => (forms.length === 0 ? bytes : Buffer.from(hideIn(bytes.toString('latin1'), asBytes), 'latin1')),
    inText: (text) => hideIn(hideIn(text, forms), asBytes),
    longestBytes: Math.max(0, ...asBytes.map(({ length }) => length)),
  }
}

function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64').replace(/=+$/, '')
  const percent = encodeURIComponent(secret.toWellFormed())
  const form = new URLSearchParams({ a: secret }).toString().slice(2)
  const encoded = [percent, form].flatMap((text) => [text, text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())])
  return [secret, ...encoded, ...jsonFormsOf(secret), ...htmlFormsOf(secret), base64, base64Url(base64)]
}

/** Some servers write only ASCII in JSON, some escape slashes, some do both. */
function jsonFormsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [json, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/')])
}

function htmlFormsOf(secret: string): string[] {
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return [html, html.replaceAll("'", '&#39;'), html.replaceAll("'", '&#x27;')]
}

const base64Url = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')
